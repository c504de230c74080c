import * as l10n from '@vscode/l10n';
import { longPolicy } from '#server/policy/model/policy.ts';
import { getLineEnd } from '#server/engine/findings/edits.ts';
import { definePolicyRule } from '#server/policy/policyRule.ts';
import { policyWith } from '#server/engine/examples/examplePolicy.ts';

export default definePolicyRule({
  id: 'rego-long',
  title: () => l10n.t`Policy too long for a full check`,
  severity: 'info',
  appliesTo: [() => l10n.t`Agent policy`],
  language: 'rego',
  reads: 'text',
  why: () =>
    l10n.t`The policy has more than 5,000 lines. To keep the editor responsive, OpenShift Sandboxed Containers Tools checks it only partially. It doesn't find undefined names and functions, variables without a value, recursion, or unknown \`input\` fields. It still checks the syntax and the size, and shows the verdict for each request.

Shorten the policy, or put its data on fewer lines.`,
  source: ['limit of this product that no guest has'],
  *check({ policy: { text, isLong } }) {
    if (isLong)
      yield {
        start: 0,
        end: Math.min(text.slice(0, getLineEnd(text, 0)).trimEnd().length, 80),
        message: l10n.t`This policy has more than ${longPolicy} lines, so its names and input fields aren't checked. Shorten it, or put data on fewer lines.`,
      };
  },
  examples: () => [
    {
      avoid: `package agent_policy\n# <-------------------- want\n${policyWith('').replace('package agent_policy\n', '')}${'\n'.repeat(longPolicy)}`,
      prefer: policyWith(''),
    },
  ],
});
