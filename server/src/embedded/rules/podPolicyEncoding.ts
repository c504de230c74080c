import { bytes } from '#platform/bytes.ts';
import * as l10n from '@vscode/l10n';
import { workloadIds } from '#core/kinds/workloads.ts';
import { kataUpstream } from '#core/product/sources.ts';
import { agentPackage } from '#server/policy/model/policy.ts';
import { defineRule, type Fix } from '#server/engine/findings/rule.ts';
import { packedPolicyWith, podWithPolicy } from './exampleEmbedded.ts';
import { sentence } from './embeddedFinding.ts';
import { isRego, decodePolicy, encodePolicyCorrectly } from './decodeEmbedded.ts';
import { listEmbeddedPolicies } from './embeddedValues.ts';

export default defineRule({
  id: 'pod-policy-encoding',
  title: () => l10n.t`Invalid annotation encoding`,
  severity: 'error',
  appliesTo: workloadIds,
  why: () =>
    l10n.t`The annotation \`io.katacontainers.config.agent.policy\` must contain the policy as base64 on one line. If the value isn't valid base64, the runtime rejects it and the pod doesn't start. If the decoded text lacks \`package agent_policy\`, for example because the policy was encoded twice, the agent doesn't find any rules, and every request fails.

Encode the policy once, with \`base64 -w0 policy.rego\`.`,
  source: [kataUpstream('src/runtime/virtcontainers/kata_agent.go'), kataUpstream('src/agent/policy/src/policy.rs')],
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
      avoid: podWithPolicy(packedPolicyWith('').replaceAll('=', '').replace('c', '-'), { marked: true }),
      prefer: podWithPolicy(packedPolicyWith('')),
    },
    {
      avoid: podWithPolicy(`"${bytes.toBase64(new TextEncoder().encode(packedPolicyWith('')))}"`, { marked: true }),
      prefer: podWithPolicy(`"${packedPolicyWith('')}"`),
    },
  ],
});

function messageFor(written: string): string | undefined {
  if (isRego(written))
    return l10n.t`The annotation contains plain Rego instead of base64 on one line. The pod doesn't start.`;
  const { text, problems, policy } = decodePolicy(written);
  const [first] = problems;
  if (first !== undefined)
    return sentence(l10n.t`The value isn't encoded correctly.`, first.message, l10n.t`The pod doesn't start.`);
  if (text === undefined || policy === undefined || policy.isForAgent) return undefined;
  return l10n.t`The embedded policy lacks package ${agentPackage}. The agent finds no rules, and every request fails.`;
}
