/** Determines the resources of a pod's containers, for the sums that the peer pods webhook computes. */
import type { ContainerResources, ResourceAmounts } from '#core/peerPods/instanceSelection.ts';
import { toNumber, parseQuantity } from '#core/common/quantity.ts';
import type { Manifest } from '#server/engine/yaml/manifestModel.ts';
import type { MapEntry, YamlNode, ScalarNode } from '#server/engine/yaml/node.ts';
import { containersOf } from '#server/engine/yaml/objects/podNode.ts';

type Unit = keyof ResourceAmounts;
type Places = Partial<Record<Unit, ScalarNode>>;

/** The resources of all containers and init containers. */
export interface PodResources {
  readonly containers: readonly ContainerResources[];
  /** The key of the first request for each resource. */
  readonly places: Readonly<Places>;
}

const units: readonly (readonly [unit: Unit, key: string])[] = [
  ['cpu', 'cpu'],
  ['memoryMiB', 'memory'],
  ['gpus', 'nvidia.com/gpu'],
];

let last: { readonly manifest: Manifest; readonly resources: PodResources | undefined } | undefined;

/**
 * Returns the resources of all containers, or undefined if some are unknown. The last result is cached, because several
 * rules use it.
 */
export function getPodResources(manifest: Manifest): PodResources | undefined {
  if (last?.manifest !== manifest) last = { manifest, resources: readPodResources(manifest) };
  return last.resources;
}

function readPodResources(manifest: Manifest): PodResources | undefined {
  const places: Places = {};
  const out: ContainerResources[] = [];
  for (const container of containersOf(manifest) ?? [undefined]) {
    const resources = entriesIn(container?.entries, 'resources');
    const requests = amountsOf(entriesIn(resources, 'requests'), places);
    const limits = amountsOf(entriesIn(resources, 'limits'), places);
    if (requests === undefined || limits === undefined) return undefined;
    out.push({ requests, limits });
  }
  return { containers: out, places };
}

/** Returns the entries of a nested map: an empty list if it's omitted, undefined if a placeholder hides its entries. */
function entriesIn(entries: readonly MapEntry[] | undefined, name: string): readonly MapEntry[] | undefined {
  if (entries === undefined || entries.some(({ key }) => key.unknown)) return undefined;
  const value = entries.findLast(({ key }) => key.text === name)?.value;
  if (value === undefined || (value.type === 'scalar' && value.value === null)) return [];
  return value.type === 'map' ? value.entries : undefined;
}

function amountsOf(entries: readonly MapEntry[] | undefined, places: Places): ResourceAmounts | undefined {
  if (entries === undefined || entries.some(({ key }) => key.unknown)) return undefined;
  const out: Partial<Record<Unit, number>> = {};
  for (const [unit, name] of units) {
    const entry = entries.findLast(({ key }) => key.text === name);
    if (entry === undefined) continue;
    const amount = quantity(entry.value);
    if (amount === undefined) return undefined;
    out[unit] = unit === 'memoryMiB' ? amount / 1024 / 1024 : amount;
    if (amount > 0) places[unit] ??= entry.key;
  }
  return out;
}

/** Parses a Kubernetes quantity. Returns undefined if it's unknown or invalid. */
function quantity(node: YamlNode): number | undefined {
  const amount = node.type !== 'scalar' || node.unknown ? undefined : parseQuantity(node.text);
  return amount === undefined ? undefined : toNumber(amount);
}
