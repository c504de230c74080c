import * as l10n from '@vscode/l10n';
import { document112, issue } from '#core/product/sources.ts';
import { definePolicyRule } from '#server/policy/policyRule.ts';
import { policyWith } from '#server/engine/examples/examplePolicy.ts';
import { formatV0Guest, v0Severity } from '../describeGuest.ts';
import { importFixes, listMissingKeywordImports } from './keywords.ts';

const exec = `default ExecProcessRequest := false

ExecProcessRequest if {
    some command in ["ls", "date"]
    input.process.Args == [command]
}
`;

export default definePolicyRule({
  id: 'rego-in-without-import',
  title: () => l10n.t`Missing import of "in" or "every"`,
  severity: 'error',
  appliesTo: [() => l10n.t`Agent policy`],
  language: 'rego',
  why: () =>
    l10n.t`The policy uses \`in\` or \`every\` without importing it. A guest with Rego v0 then can't parse the policy and rejects it. If the policy is in the annotation \`io.katacontainers.config.agent.policy\`, the sandbox isn't created. By then, the agent has already discarded its previous policy, so every later request fails. The sample in the OSC 1.12 documentation imports neither \`in\` nor \`if\`.

The finding is an error for OSC 1.11 and earlier, which use Rego v0. It's a warning for OSC 1.12, because its Rego version is unknown.

Add \`import future.keywords.in\` or \`import future.keywords.every\`.`,
  source: ['microsoft/regorus@cabd0866 src/parser.rs', document112('3.5'), issue('StyraInc/regal', 140)],
  *check({ policy, guest }) {
    const [first] = listMissingKeywordImports(policy).filter(({ word }) => word !== 'if');
    if (first === undefined) return;
    const [who, { word }] = [formatV0Guest(guest), first];
    yield {
      start: first.start,
      end: first.end,
      severity: v0Severity(guest),
      message: l10n.t`${who} rejects this policy because it doesn't import ${word} from future.keywords.`,
      fixes: importFixes(policy),
    };
  },
  examples: () => [
    {
      avoid: policyWith(exec.replace('["ls", "date"]\n', '$&#                ^^ want\n'), {
        imports: 'import future.keywords.if\n',
      }),
      prefer: policyWith(exec),
    },
    {
      release: '1.11',
      avoid: policyWith(
        exec
          .replace('ExecProcessRequest if {\n', '$&#                  ^^ want osc/rego-if-without-import\n')
          .replace('["ls", "date"]\n', '$&#                ^^ want\n'),
        {
          imports: '',
        },
      ),
      prefer: policyWith(exec),
    },
  ],
});
