/** Describes how many pod VMs a peer-pods-cm allows, and how large they can be, because every pod VM costs money. */
import * as l10n from '@vscode/l10n';
import { findInstanceSize, type InstanceSize } from '#core/peerPods/instanceSizes.ts';
import { readInteger, splitList } from '#core/peerPods/parseGoValues.ts';
import { isDocumentedProvider, providerNamed, type InstanceTypeKeys } from '#core/peerPods/providers.ts';
import type { Provider } from '#core/peerPods/configKey.ts';
import type { Release } from '#core/product/releases.ts';
import { formatCount } from '#core/text/counts.ts';
import { formatNumber, getSentenceSeparator } from '#core/text/grammar.ts';
import type { Manifest } from '../engine/yaml/manifestModel.ts';
import { dataText, listDataEntries } from '../engine/yaml/objects/dataEntries.ts';

/** Key with the maximum number of pod VMs per node. If it isn't set, the maximum is 10. */
const limitKey = 'PEERPODS_LIMIT_PER_NODE';
const defaultLimit = 10;

/** Returns the keys that determine the number and the size of the pod VMs of a cloud provider. */
export function listCapacityKeys(manifest: Manifest): readonly string[] {
  const types = providerNamed(dataText(manifest, 'CLOUD_PROVIDER') ?? '')?.instanceTypes;
  return [limitKey, ...(types === undefined ? [] : [types.listKey ?? '', types.defaultKey])];
}

/**
 * Returns a sentence about the pod VMs. Returns undefined if the cloud provider or the number is unknown.
 * @param nodes number of nodes with Kata in the open cluster, if known
 */
export function describePodVmCapacity(manifest: Manifest, release: Release, nodes?: number): string | undefined {
  const provider = dataText(manifest, 'CLOUD_PROVIDER');
  const limit = limitIn(manifest, release);
  if (provider === undefined || !isDocumentedProvider(provider) || limit === undefined) return undefined;
  const keys = providerNamed(provider)?.instanceTypes;
  const largest = keys === undefined ? undefined : findLargest(manifest, provider, keys, release);
  const sentences = [
    largest === undefined
      ? l10n.t`Each node can have up to ${formatCount(limit, 'pod VM')}.`
      : l10n.t`Each node can have up to ${formatCount(limit, 'pod VM')}, and the largest allowed instance type is ${largest.type} (${formatCount(largest.vcpus, 'vCPU')}, ${formatNumber(largest.memoryMiB / 1024)} GiB of memory).`,
    ...(nodes === undefined || nodes < 1
      ? []
      : [
          l10n.t`Maximum number of pod VMs in the open cluster (${formatCount(nodes, 'node')} with Kata): ${formatNumber(nodes * limit)}.`,
        ]),
  ];
  return sentences.join(getSentenceSeparator());
}

function limitIn(manifest: Manifest, release: Release): number | undefined {
  const entry = listDataEntries(manifest).findLast(({ name }) => name === limitKey);
  if (entry?.value.unknown === true) return undefined;
  const reading = readInteger(entry?.value.text ?? '', release);
  if (reading.outcome === 'unset') return defaultLimit;
  return reading.outcome === 'read' && reading.dropped === undefined && reading.value > 0 ? reading.value : undefined;
}

/** Returns the allowed type with the most memory. Returns undefined if the size of an allowed type is unknown. */
function findLargest(
  manifest: Manifest,
  provider: Provider,
  { defaultKey, listKey, default: byDefault }: InstanceTypeKeys,
  release: Release,
): (InstanceSize & { readonly type: string }) | undefined {
  const written = listDataEntries(manifest).filter(({ name }) => name === defaultKey || name === listKey);
  if (written.some(({ value }) => value.unknown)) return undefined;
  const single = dataText(manifest, defaultKey) ?? '';
  const items = listKey === undefined ? undefined : splitList(dataText(manifest, listKey) ?? '', release, listKey);
  const types = [
    single === '' ? (byDefault ?? '') : single,
    ...(items?.outcome === 'read' ? items.value.map(({ text }) => text.trim()) : []),
  ].filter((type) => type !== '');
  const sized = types.flatMap((type) => {
    const size = findInstanceSize(provider, type);
    return size === undefined ? [] : [{ ...size, type }];
  });
  if (sized.length < types.length) return undefined;
  return sized.toSorted((a, b) => b.memoryMiB - a.memoryMiB || b.vcpus - a.vcpus)[0];
}
