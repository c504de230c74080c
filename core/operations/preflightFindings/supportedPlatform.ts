/** Determines the platform of a cluster for the documented support levels, and its OpenShift version. */
import * as l10n from '@vscode/l10n';
import type { ClusterNode } from '#core/cluster/watchedKinds/node.ts';
import { platformNames, supportLevelsRelease, type SupportedPlatform } from '#core/product/supportLevels.ts';
import { getPeerPodsConfig } from '#core/status/peerPods/peerPodsConfig.ts';
import { usesPeerPods } from '#core/status/peerPods/peerPodsParts.ts';
import { listItems } from '#core/status/snapshotIndex.ts';
import { sanitizeLine } from '#core/text/sanitize.ts';
import { getLookupValue, type ObservedCluster } from '../observedCluster.ts';
import { oscReleases } from '../oscReleases.ts';

/** Platforms by type of the Infrastructure. `None` doesn't show whether the nodes are bare metal. */
const byType: Readonly<Record<string, SupportedPlatform>> = {
  BareMetal: 'bareMetal',
  AWS: 'aws',
  Azure: 'azure',
  GCP: 'gcp',
};
const byProvider: Readonly<Record<string, SupportedPlatform>> = { aws: 'aws', azure: 'azure', gcp: 'gcp' };

/** Returns the platform of nodes with an architecture. Undefined if the documentation lists no such platform. */
export function platformOf(
  situation: ObservedCluster,
  { architecture }: Pick<ClusterNode, 'architecture'>,
): SupportedPlatform | undefined {
  const { snapshot } = situation;
  const isRemote = usesPeerPods(snapshot);
  if (architecture === 's390x') return isRemote ? 'ibmZPeerPods' : 'ibmZ';
  if (architecture !== 'amd64') return undefined;
  const provider = getPeerPodsConfig(snapshot)?.provider ?? '';
  const [names, name] = isRemote
    ? [byProvider, provider]
    : [byType, getLookupValue(situation, 'infrastructure')?.platform ?? ''];
  return Object.hasOwn(names, name) ? names[name] : undefined;
}

/**
 * Returns the name of a platform. For a platform that the documentation doesn't list, returns the type in the
 * Infrastructure, such as `Nutanix`, unless the type is `None`.
 */
export function platformName(situation: ObservedCluster, platform: SupportedPlatform | undefined): string {
  if (platform !== undefined) return platformNames[platform]();
  const type = getLookupValue(situation, 'infrastructure')?.platform ?? '';
  return type === '' || type === 'None' || Object.hasOwn(byType, type)
    ? l10n.t`Other platform`
    : sanitizeLine(type, 60);
}

/** Returns the installed OpenShift version. */
export function openShiftVersionOf({ snapshot }: Pick<ObservedCluster, 'snapshot'>): string | undefined {
  const found = listItems(snapshot, 'clusterVersions').find(({ name }) => name === 'version')?.version;
  return found === undefined ? undefined : sanitizeLine(found, 60);
}

/** Returns whether the documentation of the cluster's OSC release was evaluated for support levels. */
export function isDocumentedRelease(situation: ObservedCluster): boolean {
  return oscReleases(situation).current?.id === supportLevelsRelease;
}

/** Returns the evidence that the documentation of other releases wasn't evaluated. */
export function describeDocumentedRelease(): string {
  return l10n.t`Documented for OSC ${supportLevelsRelease} only`;
}
