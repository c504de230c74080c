import * as l10n from '@vscode/l10n';
import { imageConfigMapIds } from '#core/peerPods/keys/podVmImageKeys.ts';
import { document112 } from '#core/product/sources.ts';
import { checkPolicy } from '#server/policy/model/checkPolicy.ts';
import { defineRule } from '#server/engine/findings/rule.ts';
import { packedPolicyWith, podWithPolicy } from './exampleEmbedded.ts';
import { environmentOf, isConfidentialPod, notChecked, summary } from './embeddedFinding.ts';
import { decodePolicy } from './decodeEmbedded.ts';
import { annotatingIds, listEmbeddedPolicies } from './embeddedValues.ts';

export default defineRule({
  id: 'packed-policy-problems',
  title: () => l10n.t`Findings in an embedded policy`,
  severity: 'warning',
  appliesTo: [...annotatingIds, ...imageConfigMapIds],
  why: () =>
    l10n.t`The value is an encoded policy. When decoded, the policy has problems that aren't visible in the encoded value. The rule summarizes them in one finding on the encoded value, with the severity of the most severe problem. Problems with the severity information or hint are omitted. A decoded policy larger than 256 KiB or longer than 5,000 lines isn't checked.\n\nTo see and fix each problem, open the value with the CodeLens above it. When you save, the value is encoded again. \`osc-tools lint\` reports each problem separately, with its line in the decoded text.`,
  source: [document112('3.5')],
  *check(context) {
    for (const value of listEmbeddedPolicies(context.manifest)) {
      const { policy, text, problems, tooLarge } = decodePolicy(value.node.text);
      if (tooLarge) yield notChecked(value);
      if (policy === undefined || text === undefined || problems.length > 0) continue;
      yield* summary(
        value,
        text,
        checkPolicy(
          policy,
          { uri: context.uri, place: 'annotation', isConfidential: isConfidentialPod(context) },
          environmentOf(context),
        ),
      );
    }
  },
  examples: () => [
    {
      avoid: podWithPolicy(packedPolicyWith('default AllowRequestsFailingPolicy := true\n'), {
        decoded: 'default AllowRequestsFailingPolicy := true',
        marked: true,
      }),
      prefer: podWithPolicy(packedPolicyWith('default AllowRequestsFailingPolicy := false\n'), {
        decoded: 'default AllowRequestsFailingPolicy := false',
      }),
    },
  ],
});
