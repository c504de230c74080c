import * as l10n from '@vscode/l10n';
import { imageConfigMapIds } from '#core/peerPods/keys/podVmImageKeys.ts';
import { operator111 } from '#core/product/sources.ts';
import { agentPackage } from '#server/policy/model/policy.ts';
import { defineRule } from '#server/engine/findings/rule.ts';
import { sentence } from './embeddedFinding.ts';
import { imageMapWithPolicy, packedPolicyWith } from './exampleEmbedded.ts';
import { checkEncodedPolicies, describeMissingPackage } from './policyFaults.ts';
import { packPolicy } from '#server/engine/encoding/pack.ts';

export default defineRule({
  id: 'podvm-cm-agent-policy',
  title: () => l10n.t`Invalid AGENT_POLICY`,
  severity: 'error',
  appliesTo: imageConfigMapIds,
  why: () =>
    l10n.t`\`AGENT_POLICY\` contains the agent policy that the image creation job builds into the pod VM image. It must be base64-encoded. If the job can't decode the value, or the decoded text doesn't contain \`agent_policy\`, the job fails with "Invalid AGENT_POLICY value set". If the policy has another package, the agent finds no rules in it.

Encode the policy with \`base64 -w0 policy.rego\`.`,
  source: [operator111('config/peerpods/podvm/lib.sh:212-220'), 'OSC 1.12 §3.5'],
  *check({ manifest }) {
    const consequence = l10n.t`The image creation job fails.`;
    // The job searches for the name of the package, not for the package.
    yield* checkEncodedPolicies(manifest, consequence, (text) =>
      text.includes(agentPackage)
        ? describeMissingPackage()
        : sentence(l10n.t`The decoded policy doesn't contain ${agentPackage}.`, consequence),
    );
  },
  examples: () => [
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
