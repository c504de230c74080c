/** Reads the parts of a pod that several rules compare: its containers, volumes, and ports. */
import { maybeOncePerObject } from '#server/engine/oncePerObject.ts';
import type { Manifest } from '#server/engine/yaml/manifestModel.ts';
import {
  findMapEntry,
  findYamlNode,
  type MapNode,
  type PathSegment,
  type ScalarNode,
  type YamlNode,
} from '#server/engine/yaml/node.ts';
import { findPodNode } from '#server/engine/yaml/objects/podNode.ts';

/** An item of a list with its path in the object. */
export interface PlacedItem {
  readonly map: MapNode;
  readonly path: readonly PathSegment[];
}

/** Returns the path of a part of the pod, such as its spec. */
export function podPath({ kind }: Manifest, ...path: readonly PathSegment[]): readonly PathSegment[] {
  return [...(kind.podPath ?? []), ...path];
}

/**
 * Returns the mappings in a list.
 * @returns undefined if the list isn't completely known, for example because a template or an alias fills it in
 */
export function listItems(list: YamlNode | undefined, path: readonly PathSegment[]): readonly PlacedItem[] | undefined {
  if (list === undefined || (list.type === 'scalar' && list.value === null && !list.unknown)) return [];
  if (list.type !== 'seq') return undefined;
  const items = list.items.map((map, index) => (map.type === 'map' ? { map, path: [...path, index] } : undefined));
  return items.every((item) => item !== undefined) ? items : undefined;
}

/**
 * Returns the containers, init containers, and ephemeral containers of the pod.
 * The result is cached, because many rules need it.
 * @returns undefined if not all of them are known
 */
export const listContainers = maybeOncePerObject((manifest: Manifest): readonly PlacedItem[] | undefined => {
  const lists = ['containers', 'initContainers', 'ephemeralContainers'].map((field) =>
    listItems(findPodNode(manifest, ['spec', field]), podPath(manifest, 'spec', field)),
  );
  return lists.every((list) => list !== undefined) ? lists.flat() : undefined;
});

/**
 * Returns the volumes of the pod.
 * @returns undefined if not all of them are known
 */
export const listVolumes = maybeOncePerObject((manifest: Manifest): readonly PlacedItem[] | undefined =>
  listItems(findPodNode(manifest, ['spec', 'volumes']), podPath(manifest, 'spec', 'volumes')),
);

/** Returns the mappings in a list of a container, such as its ports, without their paths. */
export function listMaps(container: MapNode, field: string): readonly MapNode[] | undefined {
  const list = findMapEntry(container, field)?.value;
  if (list === undefined || (list.type === 'scalar' && list.value === null && !list.unknown)) return [];
  if (list.type !== 'seq') return undefined;
  const maps: MapNode[] = [];
  for (const item of list.items) {
    if (item.type !== 'map') return undefined;
    maps.push(item);
  }
  return maps;
}

/** Returns the string at a path, with its node. Returns undefined if it doesn't exist or isn't known. */
export function findString(node: YamlNode | undefined, path: readonly PathSegment[]): ScalarNode | undefined {
  const found = findYamlNode(node, path);
  return found?.type === 'scalar' && !found.unknown && typeof found.value === 'string' ? found : undefined;
}

/** Returns the string of a field, with its node. Returns undefined if it doesn't exist or isn't known. */
export function findText(map: YamlNode | undefined, field: string): ScalarNode | undefined {
  const found = findMapEntry(map, field)?.value;
  return found?.type === 'scalar' && !found.unknown && typeof found.value === 'string' ? found : undefined;
}

/**
 * Returns the text of a quantity, without spaces at its ends. `oc` writes numbers as decimals before the API server
 * reads them, such as `1000` for `1_000`, and `16` for `0x10`.
 */
export function textOfQuantity({ value, text }: ScalarNode): string {
  return typeof value === 'number' ? String(value) : text.trim();
}

/** Returns whether a mapping certainly lacks a field: the field isn't there, and no template adds fields. */
export function lacks(map: MapNode, field: string): boolean {
  return (
    findMapEntry(map, field) === undefined &&
    !map.entries.some(({ key }) => key.unknown || key.text.startsWith('$') || key.text === '<<')
  );
}
