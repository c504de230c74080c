/**
 * Whether peer-pods-secret has the keys that the cloud needs. Only names of keys are known here.
 * Sources: core/peerPods/providers.ts (operatorSecretKeys, credentialAlternatives); domain/02-peer-pods.md 2.7.
 */
import * as l10n from '@vscode/l10n';
import { creatingPeerPodsConfigMap } from '#core/product/docSections.ts';
import { getPeerPodsConfig } from '#core/status/peerPods/peerPodsConfig.ts';
import { usesPeerPods } from '#core/status/peerPods/peerPodsParts.ts';
import { namesWords } from '#core/text/phrases.ts';
import { operatorNamespace } from '#core/product/namespaces.ts';
import type { ProviderKnowledge } from '#core/peerPods/providers.ts';
import { peerPodsSecretName } from '#core/peerPods/keys/secretKeys.ts';
import { defineCheck } from '#core/operations/preflightFindings/check.ts';
import { getLookupValue } from '#core/operations/observedCluster.ts';
import { createUnknownFinding, listUnreadableData } from '#core/operations/preflightFindings/unreadableData.ts';

export const peerPodsSecret = defineCheck({
  id: 'peer-pods-secret',
  title: () => `Secret ${peerPodsSecretName}`,
  area: 'Peer pods',
  why: () => l10n.t`Without credentials for the cloud no image is made, and no virtual machine starts.`,
  docs: creatingPeerPodsConfigMap,
  kinds: ['configMaps', 'kataConfigs'],
  facts: ['peerPodsSecretKeys'],
  judge(situation) {
    const { snapshot } = situation;
    if (!usesPeerPods(snapshot)) {
      const missing = listUnreadableData(situation, ['configMaps', 'kataConfigs'], []);
      return missing.length > 0
        ? createUnknownFinding(missing)
        : { verdict: 'none', headline: l10n.t`Nobody has set up peer pods`, evidence: [] };
    }
    const keys = getLookupValue(situation, 'peerPodsSecretKeys');
    if (keys === undefined) return createUnknownFinding(listUnreadableData(situation, [], ['peerPodsSecretKeys']));
    const { found } = keys;
    if (found === undefined) {
      return {
        verdict: 'fail',
        headline: l10n.t`Is not there`,
        evidence: [l10n.t`Secret ${peerPodsSecretName} in ${operatorNamespace}: not there`],
        todo: l10n.t`Create ${peerPodsSecretName} in ${operatorNamespace} with the credentials for the cloud.`,
      };
    }
    const config = getPeerPodsConfig(snapshot);
    const knowledge = config?.knowledge;
    const evidence = [
      l10n.t`Secret ${peerPodsSecretName} in ${operatorNamespace}: ${namesWords(found.set, 12)} set; values are not looked at`,
      ...found.empty.map((key) => l10n.t`${key}: empty`),
    ];
    if (knowledge === undefined)
      return createUnknownFinding(evidence, l10n.t`Is there; what it needs depends on CLOUD_PROVIDER`);
    const lacking = lackingKeys(knowledge, new Set(found.set));
    if (lacking.length === 0)
      return { verdict: 'pass', headline: l10n.t`Has the keys that ${knowledge.name} needs`, evidence };
    return {
      verdict: 'fail',
      headline: l10n.t`Lacks ${namesWords(lacking)}`,
      evidence: [...evidence, ...lacking.map((key) => l10n.t`${key}: missing or empty`)],
      meaning: l10n.t`The operator makes no pod VM image without ${namesWords(lacking, 8)}.`,
      todo: l10n.t`Add what is missing: \`oc edit secret ${peerPodsSecretName} -n ${operatorNamespace}\`.`,
    };
  },
});

/** Keys that nothing else stands in for. */
function lackingKeys(
  { operatorSecretKeys, credentialAlternatives = [] }: ProviderKnowledge,
  set: ReadonlySet<string>,
): readonly string[] {
  const spared = new Set(
    credentialAlternatives
      .filter(({ keys }) => keys.every((key) => set.has(key)))
      .flatMap(({ insteadOf }) => insteadOf),
  );
  return operatorSecretKeys.filter((key) => !set.has(key) && !spared.has(key));
}
