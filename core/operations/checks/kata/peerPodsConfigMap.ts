/** Checks peer-pods-cm. Source: core/status/peerPods/peerPodsParts.ts; domain/02-peer-pods.md 2.1. */
import * as l10n from '@vscode/l10n';
import { creatingPeerPodsConfigMap } from '#core/product/docSections.ts';
import { getPeerPodsConfig } from '#core/status/peerPods/peerPodsConfig.ts';
import { usesPeerPods, listPeerPodsParts } from '#core/status/peerPods/peerPodsParts.ts';
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
    if (!usesPeerPods(snapshot))
      return missing.length > 0
        ? createUnknownFinding(missing)
        : {
            verdict: 'none',
            headline: l10n.t`Peer pods aren't configured`,
            evidence: [l10n.t`No ${peerPodsConfigMapName}`],
          };
    const part = listPeerPodsParts(snapshot).find(({ id }) => id === 'peerPodsConfigMap');
    if (part === undefined) return createUnknownFinding(missing);
    const config = getPeerPodsConfig(snapshot);
    const lacking = [...(config?.missing ?? []), ...(config?.missingForAdaptor ?? [])];
    return explanationFinding(part, [
      seen(config === undefined ? undefined : sanitizeLine(config.provider, 60)),
      ...lacking.map((key) => l10n.t`${key}: missing or empty`),
    ]);
  },
});

function seen(provider: string | undefined): string {
  if (provider === undefined) return l10n.t`ConfigMap ${peerPodsConfigMapName} in ${operatorNamespace}: not found`;
  return provider === ''
    ? l10n.t`ConfigMap ${peerPodsConfigMapName} in ${operatorNamespace}: CLOUD_PROVIDER not set`
    : l10n.t`ConfigMap ${peerPodsConfigMapName} in ${operatorNamespace}: CLOUD_PROVIDER ${provider}`;
}
