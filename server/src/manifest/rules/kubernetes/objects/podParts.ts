/** Reads the parts of a pod that several rules compare: its containers, volumes, and ports. */
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
 * @returns undefined if not all of them are known
 */
export function listContainers(manifest: Manifest): readonly PlacedItem[] | undefined {
  const lists = ['containers', 'initContainers', 'ephemeralContainers'].map((field) =>
    listItems(findPodNode(manifest, ['spec', field]), podPath(manifest, 'spec', field)),
  );
  return lists.every((list) => list !== undefined) ? lists.flat() : undefined;
}

/** Returns the string at a path, with its node. Returns undefined if it doesn't exist or isn't known. */
export function findString(node: YamlNode | undefined, path: readonly PathSegment[]): ScalarNode | undefined {
  const found = findYamlNode(node, path);
  return found?.type === 'scalar' && !found.unknown && typeof found.value === 'string' ? found : undefined;
}

/** Returns whether a mapping certainly lacks a field: the field isn't there, and no template adds fields. */
export function lacks(map: MapNode, field: string): boolean {
  return (
    findMapEntry(map, field) === undefined &&
    !map.entries.some(({ key }) => key.unknown || key.text.startsWith('$') || key.text === '<<')
  );
}
