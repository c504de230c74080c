/**
 * Checks whether peer-pods-secret has the keys that the cloud provider requires. Only key names are available.
 * Sources: core/peerPods/providers.ts (operatorSecretKeys, credentialAlternatives); domain/02-peer-pods.md 2.7.
 */
import * as l10n from '@vscode/l10n';
import { creatingPeerPodsConfigMap } from '#core/product/docSections.ts';
import { getPeerPodsConfig } from '#core/status/peerPods/peerPodsConfig.ts';
import { indexSnapshot } from '#core/status/snapshotIndex.ts';
import { formatNames } from '#core/text/phrases.ts';
import { operatorNamespace, peerPodsSecretName } from '#core/product/namespaces.ts';
import type { ProviderKnowledge } from '#core/peerPods/providers.ts';
import { defineCheck } from '#core/operations/preflightFindings/check.ts';
import { getLookupValue } from '#core/operations/observedCluster.ts';
import { createUnknownFinding, listUnreadableData } from '#core/operations/preflightFindings/unreadableData.ts';

export const peerPodsSecret = defineCheck({
  id: 'peer-pods-secret',
  title: () => `Secret ${peerPodsSecretName}`,
  area: 'Peer pods',
  why: () =>
    l10n.t`If the cloud provider credentials are missing, the operator can't create the pod VM image, and no pod VM can start.`,
  docs: creatingPeerPodsConfigMap,
  kinds: ['configMaps', 'kataConfigs'],
  facts: ['peerPodsSecretKeys'],
  judge(situation) {
    const { snapshot } = situation;
    // A PeerPod that remains after an uninstall doesn't require the Secret.
    const isConfigured =
      indexSnapshot(snapshot).kataConfig?.enablePeerPods === true || getPeerPodsConfig(snapshot) !== undefined;
    if (!isConfigured) {
      const missing = listUnreadableData(situation, ['configMaps', 'kataConfigs'], []);
      return missing.length > 0
        ? createUnknownFinding(missing)
        : { verdict: 'none', headline: l10n.t`Peer pods aren't configured`, evidence: [] };
    }
    const keys = getLookupValue(situation, 'peerPodsSecretKeys');
    if (keys === undefined) return createUnknownFinding(listUnreadableData(situation, [], ['peerPodsSecretKeys']));
    const { found } = keys;
    if (found === undefined) {
      return {
        verdict: 'fail',
        headline: l10n.t`Not found`,
        evidence: [l10n.t`Secret ${peerPodsSecretName} in ${operatorNamespace}: not found`],
        todo: l10n.t`Create ${peerPodsSecretName} in ${operatorNamespace} with the cloud provider credentials.`,
      };
    }
    const config = getPeerPodsConfig(snapshot);
    const knowledge = config?.knowledge;
    const evidence = [
      l10n.t`Secret ${peerPodsSecretName} in ${operatorNamespace}: ${formatNames(found.set, 12)} set (values not checked)`,
      ...found.empty.map((key) => l10n.t`${key}: empty`),
    ];
    if (knowledge === undefined)
      return createUnknownFinding(
        evidence,
        l10n.t`Exists, but can't determine the required keys without a valid CLOUD_PROVIDER`,
      );
    const lacking = lackingKeys(knowledge, new Set(found.set));
    if (lacking.length === 0)
      return { verdict: 'pass', headline: l10n.t`All keys that ${knowledge.name} requires are set`, evidence };
    return {
      verdict: 'fail',
      headline: l10n.t`Missing ${formatNames(lacking)}`,
      evidence: [...evidence, ...lacking.map((key) => l10n.t`${key}: missing or empty`)],
      meaning: l10n.t`The operator requires ${formatNames(lacking, 8)} to create the pod VM image.`,
      todo: l10n.t('To add the missing keys, run `oc edit secret {0} -n {1}`.', peerPodsSecretName, operatorNamespace),
    };
  },
});

/** Returns the missing keys for which no alternative is set. */
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
