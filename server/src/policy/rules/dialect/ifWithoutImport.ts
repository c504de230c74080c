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
  title: () => l10n.t`if without its import`,
  severity: 'error',
  appliesTo: [() => l10n.t`Agent policy`],
  language: 'rego',
  why: () =>
    l10n.t`Rego v0 knows \`if\` only where it is imported. Without the import \`ExecProcessRequest if { ... }\` is read as two rules: \`ExecProcessRequest\`, which is true for whatever is asked, and one named \`if\`. Nothing fails, nothing is said, and everything is allowed. Where the body uses \`in\` as well, such a guest refuses the whole policy instead. Guests of OSC up to 1.11 read v0; which one that of 1.12 reads is not known, so there it is a warning. With \`import future.keywords.if\` the policy means the same in both.`,
  source: ['microsoft/regorus v0.2.8 src/parser.rs', issue('StyraInc/regal', 140), document112('3.5')],
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
        ? l10n.t`${who} refuses this policy: it must import ${words} from future.keywords.`
        : [
            l10n.t`${who} takes this if for another rule: ${name} is then always true, whatever is asked.`,
            ...(uses.length > 1 ? [l10n.t`So for ${uses.length} rules.`] : []),
            l10n.t`Import it.`,
          ].join(getSentenceSeparator()),
      fixes: importFixes(policy),
    };
  },
  examples: [
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
