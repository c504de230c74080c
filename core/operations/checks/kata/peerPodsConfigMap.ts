/** Checks peer-pods-cm. Source: core/status/peerPods/peerPodsParts.ts; domain/02-peer-pods.md 2.1. */
import * as l10n from '@vscode/l10n';
import { creatingPeerPodsConfigMap } from '#core/product/docSections.ts';
import type { Snapshot } from '#core/cluster/snapshot.ts';
import { getPeerPodsConfig } from '#core/status/peerPods/peerPodsConfig.ts';
import { usesPeerPods, listPeerPodsParts } from '#core/status/peerPods/peerPodsParts.ts';
import { indexSnapshot, listItems } from '#core/status/snapshotIndex.ts';
import { sanitizeLine } from '#core/text/sanitize.ts';
import { operatorNamespace, peerPodsConfigMapName } from '#core/product/namespaces.ts';
import { defineCheck } from '#core/operations/preflightFindings/check.ts';
import { explanationFinding } from '#core/operations/preflightFindings/explanationFinding.ts';
import { createUnknownFinding, listUnreadableData } from '#core/operations/preflightFindings/unreadableData.ts';

export const peerPodsConfigMap = defineCheck({
  id: 'peer-pods-configmap',
  title: () => `ConfigMap ${peerPodsConfigMapName}`,
  area: 'Peer pods',
  why: () => l10n.t`The ConfigMap specifies the cloud provider, region, and network for the pod VMs.`,
  docs: creatingPeerPodsConfigMap,
  kinds: ['configMaps', 'kataConfigs'],
  facts: [],
  judge(situation) {
    const { snapshot } = situation;
    const missing = listUnreadableData(situation, ['configMaps', 'kataConfigs'], []);
    // The operator namespace, and the ConfigMap with it, can be deleted before the last PeerPods.
    if (!usesPeerPods(snapshot) || hasOnlyLeftoverPeerPods(snapshot))
      return missing.length > 0
        ? createUnknownFinding(missing)
        : {
            verdict: 'none',
            headline: l10n.t`Peer pods aren't configured`,
            evidence: [l10n.t`No ${peerPodsConfigMapName}`],
          };
    const parts = listPeerPodsParts(snapshot);
    const part = parts.find(({ id }) => id === 'peerPodsConfigMap');
    if (part === undefined) return createUnknownFinding(missing);
    const config = getPeerPodsConfig(snapshot);
    const provider = seen(config === undefined ? undefined : sanitizeLine(config.provider, 60));
    const limit = parts.find(({ id, health }) => id === 'peerPodsLimit' && health !== 'ok');
    if (part.health === 'ok' && limit !== undefined)
      return explanationFinding({ ...limit, headline: `PEERPODS_LIMIT_PER_NODE: ${limit.headline}` }, [provider]);
    const lacking = [...(config?.missing ?? []), ...(config?.missingForAdaptor ?? [])];
    return explanationFinding(part, [provider, ...lacking.map((key) => l10n.t`${key}: missing or empty`)]);
  },
});

/** Returns whether the PeerPods that are being deleted are all that is left of peer pods. */
function hasOnlyLeftoverPeerPods(snapshot: Snapshot): boolean {
  return (
    getPeerPodsConfig(snapshot) === undefined &&
    indexSnapshot(snapshot).kataConfig?.enablePeerPods !== true &&
    listItems(snapshot, 'peerPods').every(({ deleting }) => deleting !== undefined)
  );
}

function seen(provider: string | undefined): string {
  if (provider === undefined) return l10n.t`ConfigMap ${peerPodsConfigMapName} in ${operatorNamespace}: not found`;
  return provider === ''
    ? l10n.t`ConfigMap ${peerPodsConfigMapName} in ${operatorNamespace}: CLOUD_PROVIDER not set`
    : l10n.t`ConfigMap ${peerPodsConfigMapName} in ${operatorNamespace}: CLOUD_PROVIDER ${provider}`;
}
