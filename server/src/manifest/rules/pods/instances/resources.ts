/** What the containers of a pod ask for, as the webhook of peer pods adds it up. */
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
  /** The key where each is asked for first. */
  readonly places: Readonly<Places>;
}

const units: readonly (readonly [unit: Unit, key: string])[] = [
  ['cpu', 'cpu'],
  ['memoryMiB', 'memory'],
  ['gpus', 'nvidia.com/gpu'],
];

/** All of them; undefined when some of it is not known. */
export function getPodResources(manifest: Manifest): PodResources | undefined {
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

/** The entries of a map among these; none where it is left out, undefined where something is filled in later. */
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

/** A quantity of Kubernetes as a number; undefined when it is not known, or not one. */
function quantity(node: YamlNode): number | undefined {
  const amount = node.type !== 'scalar' || node.unknown ? undefined : parseQuantity(node.text);
  return amount === undefined ? undefined : toNumber(amount);
}
