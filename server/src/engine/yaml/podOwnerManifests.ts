/** Represents the pods in objects of other projects as manifests, with the positions of their fields. */
import type { KindKnowledge } from '#core/kinds/field.ts';
import { podOwners, virtualMachineKinds, type PodPart } from '#core/kinds/podOwners.ts';
import { entryAt, mapAt, stringNode } from './keyValue.ts';
import type { Manifest } from './manifestModel.ts';
import { findMapEntry, findYamlNode, getYamlString, type MapNode, type YamlNode } from './node.ts';

/**
 * Returns the pods that an object of another project defines. Returns none if the kind of the object doesn't define
 * pods.
 */
export function findOwnedPods(root: MapNode): readonly Manifest[] {
  if (!ownerKinds.has(getYamlString(root, ['kind']) ?? '')) return [];
  const owner = podOwners.find(({ kind }) => isOfKind(kind, root));
  const name = getYamlString(root, ['metadata', 'name']);
  if (owner === undefined) {
    const kind = virtualMachineKinds.find((known) => isOfKind(known, root));
    return kind === undefined ? [] : [{ kind, root, name }];
  }
  const { kind, parts } = owner;
  if (parts === undefined) return [{ kind, root, name }];
  return parts.flatMap((part) => {
    const pod = podIn(root, part);
    return pod === undefined ? [] : [{ kind, root: pod, name, part: 'list item' as const }];
  });
}

/** Values of `kind` for which the whole object is examined. Most objects have another one. */
const ownerKinds: ReadonlySet<string> = new Set(
  [...podOwners.map(({ kind }) => kind), ...virtualMachineKinds].map(({ kind }) => kind),
);

function isOfKind({ kind, group }: KindKnowledge, root: MapNode): boolean {
  return (
    getYamlString(root, ['kind']) === kind && getYamlString(root, ['apiVersion'])?.startsWith(`${group}/`) === true
  );
}

/**
 * Returns a part of an object as a pod. Returns undefined if the object doesn't contain the part, or contains it only
 * as an alias.
 */
function podIn(root: MapNode, part: PodPart): MapNode | undefined {
  const spec = findYamlNode(root, part.spec);
  if (spec?.type !== 'map' || spec.borrowed) return undefined;
  const { start } = spec;
  const kind = findYamlNode(root, ['kind']);
  const metadata = metadataOf(findYamlNode(root, part.metadata), findYamlNode(root, ['metadata']));
  return mapAt({ start: root.start, end: root.end }, [
    entryAt(root.start, 'kind', kind ?? stringNode({ start, end: start }, ''), true),
    ...(metadata === undefined ? [] : [entryAt(metadata.start, 'metadata', metadata)]),
    entryAt(start, 'spec', spec),
  ]);
}

/** Returns the metadata of a pod: the annotations of its part, and the name of the object. */
function metadataOf(own: YamlNode | undefined, ofObject: YamlNode | undefined): MapNode | undefined {
  const entries = [findMapEntry(ofObject, 'name'), findMapEntry(own, 'annotations')].filter(
    (entry) => entry !== undefined,
  );
  const place = own ?? ofObject;
  return place === undefined ? undefined : mapAt(place, entries);
}
