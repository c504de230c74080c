import * as l10n from '@vscode/l10n';
import { findEndpoint } from '#core/agent/endpoints/endpoints.ts';
import { removeLines } from '#server/engine/findings/edits.ts';
import { definePolicyRule } from '#server/policy/policyRule.ts';
import { policyWith } from '#server/engine/examples/examplePolicy.ts';
import { getRuleNameNode, analyzePolicy } from '../policyAnalysis.ts';

export default definePolicyRule({
  id: 'rego-second-default',
  title: () => l10n.t`Duplicate default for a request`,
  severity: 'warning',
  appliesTo: [() => l10n.t`Agent policy`],
  language: 'rego',
  why: () =>
    l10n.t`The policy has two defaults for the same request. The policy engine uses the first one and silently ignores the second, so changing the second has no effect.

Remove one of the two defaults.`,
  source: ['microsoft/regorus@cabd0866 src/interpreter.rs'],
  *check({ policy }) {
    const { module, isWhole } = analyzePolicy(policy);
    if (!isWhole) return;
    const seen = new Set<string>();
    for (const rule of module.rules) {
      const at = getRuleNameNode(rule);
      if (
        at === undefined ||
        !rule.isDefault ||
        rule.head.ref.kind !== 'variable' ||
        findEndpoint(at.name) === undefined
      )
        continue;
      if (!seen.has(at.name)) {
        seen.add(at.name);
        continue;
      }
      const edit = removeLines(policy.text, rule);
      yield {
        start: at.start,
        end: at.end,
        message: l10n.t`${at.name} already has a default above, so this one has no effect. Remove one of them.`,
        fixes: edit === undefined ? [] : [{ title: l10n.t`Remove the second default`, edits: [edit], sure: false }],
      };
    }
  },
  examples: () => [
    {
      avoid: policyWith(
        'default ExecProcessRequest := false\ndefault ExecProcessRequest := true\n#       ^^^^^^^^^^^^^^^^^^ want\n',
      ),
      prefer: policyWith('default ExecProcessRequest := false\n'),
    },
  ],
});
