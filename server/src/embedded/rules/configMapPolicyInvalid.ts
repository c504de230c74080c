import * as l10n from '@vscode/l10n';
import { operator111 } from '#core/product/sources.ts';
import { agentPackage } from '#server/policy/model/policy.ts';
import { defineRule, type Fix } from '#server/engine/findings/rule.ts';
import { decodePolicy, encodePolicyCorrectly, isRego } from './decodeEmbedded.ts';
import { sentence } from './embeddedFinding.ts';
import { imageConfigMapIds, listEmbeddedPolicies } from './embeddedValues.ts';
import { imageMapWithPolicy, packedPolicyWith } from './exampleEmbedded.ts';
import { packPolicy } from '#server/engine/encoding/pack.ts';

export default defineRule({
  id: 'podvm-cm-agent-policy',
  title: () => l10n.t`Invalid AGENT_POLICY`,
  severity: 'error',
  appliesTo: imageConfigMapIds,
  why: () =>
    l10n.t`\`AGENT_POLICY\` contains the agent policy that the image creation job builds into the pod VM image. It must be base64. If the job can't decode the value, or the decoded text doesn't contain \`agent_policy\`, the job fails with "Invalid AGENT_POLICY value set". If the policy has another package, the agent finds no rules in it.

Encode the policy with \`base64 -w0 policy.rego\`.`,
  source: [operator111('config/peerpods/podvm/lib.sh:212-220')],
  *check({ manifest }) {
    for (const value of listEmbeddedPolicies(manifest)) {
      const { start, end, text: written } = value.node;
      const message = messageFor(written);
      if (message === undefined) continue;
      const right = encodePolicyCorrectly(written);
      const edit = right === undefined ? undefined : value.set(right);
      const fixes: Fix[] = edit === undefined ? [] : [{ title: l10n.t`Encode the policy`, edits: [edit], sure: true }];
      yield { start, end, message, fixes };
    }
  },
  examples: [
    {
      avoid: imageMapWithPolicy('not-base64!', { marked: true }),
      prefer: imageMapWithPolicy(packedPolicyWith('')),
    },
    {
      avoid: imageMapWithPolicy(packPolicy('package other\n'), { marked: true }),
      prefer: imageMapWithPolicy(packedPolicyWith('')),
    },
  ],
});

function messageFor(written: string): string | undefined {
  const jobFails = l10n.t`The image creation job fails.`;
  if (isRego(written)) return sentence(l10n.t`AGENT_POLICY contains plain Rego instead of base64.`, jobFails);
  const { text, problems, policy } = decodePolicy(written);
  const [first] = problems;
  if (first !== undefined) return sentence(l10n.t`AGENT_POLICY isn't encoded correctly.`, first.message, jobFails);
  if (text === undefined || policy === undefined || policy.isForAgent) return undefined;
  return text.includes(agentPackage)
    ? l10n.t`The embedded policy lacks package ${agentPackage}. The agent finds no rules, and every request fails.`
    : sentence(l10n.t`The decoded policy doesn't contain ${agentPackage}.`, jobFails);
}
