/**
 * Finds the objects of listed kinds that the rules check in addition to the workloads that run in a Kata sandbox: the
 * other objects in the same file or, if the user checks all Kubernetes objects, those in any file.
 */
import { findListedKind } from '#core/kinds/listedKinds.ts';
import { oncePerObject } from '#server/engine/oncePerObject.ts';
import { findItems } from '#server/engine/yaml/manifest.ts';
import type { Manifest } from '#server/engine/yaml/manifestModel.ts';
import { getYamlString, type MapNode } from '#server/engine/yaml/node.ts';
import { runsInKata } from '#server/engine/yaml/objects/podNode.ts';
import type { YamlDocument } from '#server/engine/yaml/yamlDocument.ts';

/** Maximum number of objects in one List. */
const maxItems = 500;

const listedObjects = new WeakSet<Manifest>();

/** Returns whether the object is a workload whose pods run in a Kata sandbox. */
export function isKataWorkload(manifest: Manifest): boolean {
  return manifest.part !== 'generator' && manifest.kind.podPath !== undefined && runsInKata(manifest);
}

/** Returns whether `listObjects` returned the object. */
export function isListedObject(manifest: Manifest): boolean {
  return listedObjects.has(manifest);
}

/** Marks an object so that the rules check it, such as the part of an object that a patch contains. */
export function markAsListed(manifest: Manifest): void {
  listedObjects.add(manifest);
}

/** Returns whether a document contains a workload that runs in a Kata sandbox. */
export function containsKataWorkload(document: YamlDocument): boolean {
  return (
    document.mayRunInKata && (document.manifests.some(isKataWorkload) || listObjects(document).some(isKataWorkload))
  );
}

/**
 * Returns the objects of listed kinds in a document that reach an API server. Returns neither workloads that run in a
 * Kata sandbox nor objects of OSC, because other rules check them. Parses the document.
 */
export const listObjects = oncePerObject((document: YamlDocument): readonly Manifest[] => {
  const { root, template } = document.parsed;
  if (template || root === undefined || root.type === 'scalar') return [];
  const list = root.type === 'seq' ? root : findItems(root);
  const nodes = list === undefined ? [root] : list.type === 'seq' ? list.items.slice(0, maxItems) : [];
  const objects = nodes.flatMap((node) =>
    node.type === 'map' && !node.borrowed ? asObject(node, list !== undefined, document) : [],
  );
  const [first] = objects;
  if (root.type === 'seq' && first !== undefined) firstObjects.add(first);
  return objects;
});

/** A kind of OSC whose values, such as quantities, the rules for OSC don't check. */
export const partlyChecked = 'RuntimeClass';

/** The first objects of documents that are lists. */
const firstObjects = new WeakSet<Manifest>();

/** Returns whether the object is the first one of a document that is a list. */
export function isFirstOfList(manifest: Manifest): boolean {
  return firstObjects.has(manifest);
}

function asObject(root: MapNode, isItem: boolean, { manifests }: YamlDocument): readonly Manifest[] {
  const kind = findListedKind(getYamlString(root, ['apiVersion']) ?? '', getYamlString(root, ['kind']) ?? '');
  const known = manifests.find((manifest) => manifest.root === root);
  const isKnown =
    known !== undefined && kind?.id !== partlyChecked && (known.kind.podPath === undefined || isKataWorkload(known));
  if (kind === undefined || isKnown || isLocal(root)) return [];
  const name = getYamlString(root, ['metadata', 'name']);
  const object: Manifest = { kind, root, name, ...(isItem ? { part: 'list item' } : {}) };
  listedObjects.add(object);
  return [object];
}

/** Annotations of objects that kustomize reads, but doesn't send to the API server. */
const localAnnotations = ['config.kubernetes.io/function', 'config.kubernetes.io/local-config'];

function isLocal(root: MapNode): boolean {
  return localAnnotations.some((key) => (getYamlString(root, ['metadata', 'annotations', key]) ?? 'false') !== 'false');
}
