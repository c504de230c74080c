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
  title: () => l10n.t`in or every without its import`,
  severity: 'error',
  appliesTo: [() => l10n.t`Agent policy`],
  language: 'rego',
  why: () =>
    l10n.t`Rego v0 knows \`in\` and \`every\` only where they are imported. Without, such a guest refuses the policy: as an annotation, the sandbox is not made; and the agent has already put its old policy away, so that every later request fails. Guests of OSC up to 1.11 read v0; which one that of 1.12 reads is not known, so there it is a warning. The sample in the documents of OSC 1.12 imports neither \`in\` nor \`if\`.`,
  source: ['microsoft/regorus v0.2.8 src/parser.rs', document112('3.5'), issue('StyraInc/regal', 140)],
  *check({ policy, guest }) {
    const [first] = listMissingKeywordImports(policy).filter(({ word }) => word !== 'if');
    if (first === undefined) return;
    const [who, { word }] = [formatV0Guest(guest), first];
    yield {
      start: first.start,
      end: first.end,
      severity: v0Severity(guest),
      message: l10n.t`${who} does not know ${word} without its import, and refuses the policy. Import future.keywords.${word}.`,
      fixes: importFixes(policy),
    };
  },
  examples: [
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
