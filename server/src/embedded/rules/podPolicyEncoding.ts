import { bytes } from '#platform/bytes.ts';
import * as l10n from '@vscode/l10n';
import { kataUpstream } from '#core/product/sources.ts';
import { defineRule } from '#server/engine/findings/rule.ts';
import { annotatingIds } from './embeddedValues.ts';
import { packedPolicyWith, podWithPolicy } from './exampleEmbedded.ts';
import { checkEncodedPolicies } from './policyFaults.ts';

export default defineRule({
  id: 'pod-policy-encoding',
  title: () => l10n.t`Invalid annotation encoding`,
  severity: 'error',
  appliesTo: annotatingIds,
  why: () =>
    l10n.t`The annotation \`io.katacontainers.config.agent.policy\` must contain the policy as base64 on one line. If the value isn't valid base64, the runtime rejects it and the pod doesn't start. If the decoded text lacks \`package agent_policy\`, for example because the policy was encoded twice, the agent doesn't find any rules, and every request fails.

Encode the policy once, with \`base64 -w0 policy.rego\`.`,
  source: [
    kataUpstream('src/runtime/virtcontainers/kata_agent.go'),
    kataUpstream('src/agent/policy/src/policy.rs'),
    'OSC 1.12 §3.5',
  ],
  *check({ manifest }) {
    yield* checkEncodedPolicies(manifest, l10n.t`The pod doesn't start.`);
  },
  examples: () => [
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
