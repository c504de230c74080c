/**
 * Shows how many peer pods the nodes can run. Sources: domain/02-peer-pods.md 2.2, 2.5; core/peerPods/instanceSizes.ts.
 */
import * as l10n from '@vscode/l10n';
import { memoryText, one, parseQuantity } from '#core/common/quantity.ts';
import { findInstanceSize, type InstanceSize } from '#core/peerPods/instanceSizes.ts';
import { isDocumentedProvider } from '#core/peerPods/providers.ts';
import { defaultPeerPodLimit } from '#core/product/podCapacity.ts';
import { modifyingVmLimit } from '#core/product/docSections.ts';
import { peerPodsWebhookInfo } from '#core/product/namespaces.ts';
import { listAllowedTypes } from '#core/status/health/clusterInfo.ts';
import { getPeerPodsConfig, type PeerPodsConfig } from '#core/status/peerPods/peerPodsConfig.ts';
import { usesPeerPods } from '#core/status/peerPods/peerPodsParts.ts';
import { formatCount } from '#core/text/counts.ts';
import { sanitizeLine } from '#core/text/sanitize.ts';
import { getLookupValue, type ObservedCluster } from '#core/operations/observedCluster.ts';
import { defineCheck, type CheckFinding } from '#core/operations/preflightFindings/check.ts';
import { createUnknownFinding, listUnreadableData } from '#core/operations/preflightFindings/unreadableData.ts';
import { listTargetNodes } from '#core/operations/targetNodes.ts';

const limitKey = 'PEERPODS_LIMIT_PER_NODE';
const slots = peerPodsWebhookInfo.extendedResource;

export const peerPodsCapacity = defineCheck({
  id: 'peer-pods-capacity',
  title: () => l10n.t`Peer pod capacity`,
  area: 'Peer pods',
  why: () => l10n.t`A limit per node and the quota of the cloud provider determine how many peer pods can run.`,
  docs: modifyingVmLimit,
  kinds: ['configMaps', 'kataConfigs', 'nodes'],
  facts: ['infrastructure'],
  judge(situation): CheckFinding {
    const { snapshot } = situation;
    const missing = listUnreadableData(situation, ['configMaps', 'kataConfigs', 'nodes'], []);
    if (missing.length > 0) return createUnknownFinding(missing);
    const config = getPeerPodsConfig(snapshot);
    if (!usesPeerPods(snapshot) || config === undefined)
      return { verdict: 'none', headline: l10n.t`Peer pods aren't configured`, evidence: [] };
    const written = (config.limit ?? String(defaultPeerPodLimit)).trim();
    if (!/^[1-9]\d{0,5}$/.test(written))
      return {
        verdict: 'info',
        headline: `${limitKey}: ${sanitizeLine(written, 40)}`,
        evidence: [],
        meaning: l10n.t`The effect of this value isn't documented. Set an integer of at least 1.`,
      };
    return describeCapacity(situation, config, Number(written));
  },
});

function describeCapacity(situation: ObservedCluster, config: PeerPodsConfig, limit: number): CheckFinding {
  const { nodes } = listTargetNodes(situation.snapshot);
  const amounts = nodes.flatMap(({ allocatable }) => parseQuantity(allocatable?.[slots] ?? '') ?? []);
  const offered = amounts.reduce((sum, amount) => sum + amount, 0n) / one;
  const allowed = limit * nodes.length;
  // The scheduler counts what the nodes offer. The limit changes it only after the nodes are updated.
  const most = amounts.length === nodes.length ? Math.min(allowed, Number(offered)) : allowed;
  const command = quotaCommand(situation, config);
  return {
    verdict: 'info',
    headline: l10n.t`Up to ${formatCount(most, 'pod VM')} on ${formatCount(nodes.length, 'node')}`,
    evidence: [
      config.limit === undefined ? l10n.t`${limitKey}: ${limit} (default)` : `${limitKey}: ${limit}`,
      ...(amounts.length === 0
        ? []
        : [l10n.t`Allocatable ${slots}: ${String(offered)} on ${formatCount(amounts.length, 'node')}`]),
      ...describeLargest(situation, config, most),
    ],
    meaning: l10n.t`The quota of the cloud provider can be lower, but it can't be read from the cluster.`,
    ...(command === undefined ? {} : { todo: l10n.t`To display the quota, run ${`\`${command}\``}.` }),
  };
}

/** Returns what the largest allowed instance type amounts to. Returns nothing if a size is unknown. */
function describeLargest({ snapshot }: ObservedCluster, config: PeerPodsConfig, most: number): readonly string[] {
  const { provider } = config;
  const types = listAllowedTypes(snapshot);
  if (!isDocumentedProvider(provider) || types === undefined) return [];
  const sizes = new Map<string, InstanceSize>();
  for (const type of new Set([...types.types, ...(types.default === undefined ? [] : [types.default])])) {
    const size = findInstanceSize(provider, type);
    if (size === undefined) return [];
    sizes.set(type, size);
  }
  const [largest] = [...sizes].toSorted(([, a], [, b]) => b.memoryMiB - a.memoryMiB || b.vcpus - a.vcpus);
  if (largest === undefined) return [];
  const [type, { vcpus, memoryMiB }] = largest;
  const memory = BigInt(memoryMiB) * 1024n * 1024n * one;
  return [
    l10n.t`Largest instance type ${sanitizeLine(type, 60)}: ${formatCount(vcpus, 'vCPU')} and ${memoryText(memory)}. For ${formatCount(most, 'pod VM')}: ${formatCount(vcpus * most, 'vCPU')} and ${memoryText(memory * BigInt(most))}`,
  ];
}

/**
 * Returns the command that displays the quota. Sources: the AWS CLI, Azure CLI, and Google Cloud CLI references. Other
 * providers have no such command here.
 */
function quotaCommand(situation: ObservedCluster, { provider, data }: PeerPodsConfig): string | undefined {
  const { region: ofCluster = '' } = getLookupValue(situation, 'infrastructure') ?? {};
  const name = (region = ofCluster): string => (/^[A-Za-z0-9-]{1,60}$/.test(region) ? region : '<region>');
  switch (provider) {
    case 'aws':
      return `aws service-quotas list-service-quotas --service-code ec2 --region ${name(data['AWS_REGION'])}`;
    case 'azure':
      return `az vm list-usage --location ${name(data['AZURE_REGION'])} --output table`;
    case 'gcp':
      return `gcloud compute regions describe ${name(data['GCP_ZONE']?.replace(/-[a-z]$/, ''))}`;
    default:
      return undefined;
  }
}
