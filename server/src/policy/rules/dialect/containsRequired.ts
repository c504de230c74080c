import * as l10n from '@vscode/l10n';
import { kataUpstream } from '#core/product/sources.ts';
import { definePolicyRule } from '#server/policy/policyRule.ts';
import { refusedByV1 } from './bodyEdits.ts';
import { policyWith } from '#server/engine/examples/examplePolicy.ts';

const exec = `default ExecProcessRequest := false

ExecProcessRequest if {
    concat(" ", input.process.Args) in allowed
}
`;

export default definePolicyRule({
  id: 'rego-contains-required',
  title: () => l10n.t`Partial set rule without the "contains" keyword`,
  severity: 'warning',
  appliesTo: [() => l10n.t`Agent policy`],
  language: 'rego',
  why: () =>
    l10n.t`The policy adds an element to a set in Rego v0 syntax. For example, \`allowed.ls\` adds \`"ls"\` to the set \`allowed\`. Guests with Kata 3.30 and later use Rego v1, which requires \`allowed contains "ls"\`, so they reject the whole policy.

The finding is a hint if the guest is known to use Rego v0.

Write the rule with \`contains\`.`,
  source: [kataUpstream('src/agent/policy/Cargo.toml'), 'microsoft/regorus@cabd0866 src/parser.rs'],
  check(context) {
    return refusedByV1(context, 'contains required', {
      ofV1: (guest) => l10n.t`${guest} rejects the whole policy because ${'contains'} is missing here.`,
      fix: l10n.t`Add ${'contains'}`,
      fixOfAll: l10n.t`Add all missing keywords and their imports`,
    });
  },
  examples: () => [
    {
      avoid: policyWith(`${exec}\nallowed.ls\n# <---------- want\n`),
      prefer: policyWith(`${exec}\nallowed contains "ls"\n`, {
        imports: 'import future.keywords.if\nimport future.keywords.in\nimport future.keywords.contains\n',
      }),
    },
  ],
});
