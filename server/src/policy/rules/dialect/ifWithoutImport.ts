import * as l10n from '@vscode/l10n';
import { formatList, getSentenceSeparator } from '#core/text/grammar.ts';
import { findEndpoint } from '#core/agent/endpoints/endpoints.ts';
import { document112, issue } from '#core/product/sources.ts';
import { definePolicyRule } from '#server/policy/policyRule.ts';
import { sanitizeQuote } from '#core/text/sanitize.ts';
import { policyWith } from '#server/engine/examples/examplePolicy.ts';
import { formatV0Guest, v0Severity } from '../describeGuest.ts';
import { importFixes, listMissingKeywordImports } from './keywords.ts';
import { getRuleNameNode } from '../policyAnalysis.ts';

export default definePolicyRule({
  id: 'rego-if-without-import',
  title: () => l10n.t`Missing import of "if"`,
  severity: 'error',
  appliesTo: [() => l10n.t`Agent policy`],
  language: 'rego',
  why: () =>
    l10n.t`The policy uses \`if\` without importing it. Rego v0 then reads \`ExecProcessRequest if { ... }\` as two rules: \`ExecProcessRequest\`, which is true for every request, and a rule named \`if\`. The guest doesn't report an error and allows every ExecProcessRequest. If the body also uses \`in\`, the guest rejects the whole policy instead.

The finding is an error for OSC 1.11 and earlier, which use Rego v0. It's a warning for OSC 1.12, because its Rego version is unknown.

Add \`import future.keywords.if\`. The policy then works the same in Rego v0 and v1.`,
  source: ['microsoft/regorus@cabd0866 src/parser.rs', issue('StyraInc/regal', 140), document112('3.5')],
  *check({ policy, guest }) {
    const missing = listMissingKeywordImports(policy);
    const uses = missing.filter(({ word }) => word === 'if');
    const requestOf = ({ rule }: (typeof uses)[number]) => getRuleNameNode(rule)?.name ?? '';
    const first = uses.find((use) => findEndpoint(requestOf(use)) !== undefined) ?? uses[0];
    if (first === undefined) return;
    const refused = policy.in('v0').problems.length > 0;
    const words = formatList([...new Set(missing.map(({ word }) => word))].toSorted());
    const who = formatV0Guest(guest);
    const name = sanitizeQuote(requestOf(first), 50);
    yield {
      start: first.start,
      end: first.end,
      severity: v0Severity(guest),
      message: refused
        ? l10n.t`${who} rejects this policy because it doesn't import ${words} from future.keywords.`
        : [
            l10n.t`${who} parses this "if" as a separate rule, so ${name} is true for every request.`,
            ...(uses.length > 1 ? [l10n.t`This affects ${uses.length} rules.`] : []),
            l10n.t`Import future.keywords.if.`,
          ].join(getSentenceSeparator()),
      fixes: importFixes(policy),
    };
  },
  examples: () => [
    {
      avoid: policyWith(
        'default ExecProcessRequest := false\n\nExecProcessRequest if {\n#                  ^^ want\n    input.process.Args == ["ls"]\n}\n',
        {
          imports: '',
        },
      ),
      prefer: policyWith(
        'default ExecProcessRequest := false\n\nExecProcessRequest if {\n    input.process.Args == ["ls"]\n}\n',
        {
          imports: 'import future.keywords.if\n',
        },
      ),
    },
  ],
});
