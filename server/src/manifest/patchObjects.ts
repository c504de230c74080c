/**
 * Converts kustomize patches to objects that contain the values that the patches write, so that rules can check these
 * values. Handles inline merge patches, and JSON patches inline and in files. A merge patch in a file is already an
 * object.
 */
import { dataObjects } from '#core/kinds/dataObjects.ts';
import { formatKindApiVersion, type KindKnowledge } from '#core/kinds/field.ts';
import { listedKinds } from '#core/kinds/listedKinds.ts';
import { patchKind } from '#core/kinds/kustomization.ts';
import { knownKinds } from '#core/kinds/index.ts';
import type { Target } from '../engine/workspace/kustomize/kustomizationFact.ts';
import { entryAt, mapAt, stringNode } from '../engine/yaml/keyValue.ts';
import type { Manifest } from '../engine/yaml/manifestModel.ts';
import {
  findMapEntry,
  findYamlNode,
  getYamlString,
  type MapEntry,
  type MapNode,
  type ScalarNode,
  type YamlNode,
} from '../engine/yaml/node.ts';
import type { YamlDocument } from '../engine/yaml/yamlDocument.ts';
import {
  createFilePatch,
  listInlinePatches,
  listOperations,
  type InlinePatch,
  type ParsedPatch,
} from './inlinePatches.ts';
import { isKataWorkload, listObjects, markAsListed } from './rules/kubernetes/objects/listedObjects.ts';

/** An object with the fields that a patch writes. */
export interface PatchObject extends ParsedPatch {
  readonly manifest: Manifest;
  /** Document with the text of the patch. */
  readonly document: YamlDocument;
  /** True if a JSON patch writes the object, so that fixes can only replace keys and values. */
  readonly isFromJsonPatch: boolean;
}

/**
 * Returns the objects that the patches of a kustomization or of a patch file write.
 * @param targets targets of a patch file
 */
export function listPatchObjects(
  { kind, root }: Manifest,
  document: YamlDocument,
  targets: readonly Target[],
): readonly PatchObject[] {
  if (kind !== patchKind) return listInlinePatches(root, document.text).flatMap(readInlineObjects);
  const [target, ...others] = targets;
  const content = findYamlNode(root, ['patch']);
  return target === undefined || others.length > 0 || content?.type !== 'seq'
    ? []
    : readJsonPatch(target, {
        ...createFilePatch(content, document.text),
        document,
      });
}

function readInlineObjects({ target, ...patch }: InlinePatch): readonly PatchObject[] {
  if (patch.root.type === 'seq') return target === undefined ? [] : readJsonPatch(target, patch);
  if (target !== undefined) return [];
  return patch.document.manifests
    .filter(({ kind }) => checkedKinds.has(kind))
    .map((manifest) => ({ ...patch, manifest, isFromJsonPatch: false }));
}

/** Creates the entry of an object that an operation of a JSON patch writes. */
export type CreatePatchedEntry = (
  kind: KindKnowledge,
  path: readonly ScalarNode[],
  value: YamlNode,
) => MapEntry | undefined;

/**
 * Returns the objects of listed Kubernetes kinds that the inline patches of a kustomization, or a JSON patch in a file,
 * write.
 * @param targets targets of a patch file
 * @param isChecked whether the object is checked
 */
export function listKubernetesPatches(
  manifest: Manifest,
  document: YamlDocument,
  targets: readonly Target[],
  { isChecked, createEntry }: { isChecked: (manifest: Manifest) => boolean; createEntry: CreatePatchedEntry },
): readonly PatchObject[] {
  return listTargetedPatches(manifest, document, targets)
    .flatMap(({ target, ...patch }): readonly PatchObject[] => {
      if (patch.root.type === 'seq') {
        const kind = target === undefined ? undefined : findListed(target);
        const objects =
          target === undefined || kind === undefined
            ? []
            : [...readJsonPatch(target, patch, kind), ...readListOperations(target, patch, kind, createEntry)];
        for (const object of objects) markAsListed(object.manifest);
        return objects;
      }
      const workloads = patch.document.manifests.filter(isKataWorkload);
      return [...workloads, ...listObjects(patch.document)].map((manifest) => ({
        ...patch,
        manifest,
        isFromJsonPatch: false,
      }));
    })
    .filter((object) => isChecked(object.manifest));
}

/** Returns the patches with their targets. A patch file can have several targets if they are of the same kind. */
function listTargetedPatches(
  { kind, root }: Manifest,
  document: YamlDocument,
  targets: readonly Target[],
): readonly InlinePatch[] {
  if (kind !== patchKind) return listInlinePatches(root, document.text);
  const content = findYamlNode(root, ['patch']);
  const [target, ...others] = targets;
  if (content?.type !== 'seq' || target === undefined) return [];
  const isSameKind = others.every((other) => findListed(other) === findListed(target));
  return isSameKind ? [{ ...createFilePatch(content, document.text), document, target }] : [];
}

/** Returns whether rules for Kubernetes fields can check the patches for a target. */
export function isListedTarget(target: Target): boolean {
  return findListed(target) !== undefined;
}

function findListed({ group, kind }: Target): KindKnowledge | undefined {
  return listedKinds.find((known) => known.kind === kind && (group === undefined || group === known.group));
}

/** Returns an object with the fields that a JSON patch adds to or replaces in its target. */
function readJsonPatch(
  target: Target,
  patch: Omit<InlinePatch, 'target'>,
  kind = findKind(target),
): readonly PatchObject[] {
  if (kind === undefined) return [];
  let root = mapAt({ start: 0, end: patch.text.length }, [
    virtual('apiVersion', formatKindApiVersion(kind)),
    virtual('kind', kind.kind),
    ...(target.name === undefined
      ? []
      : [entryAt(0, 'metadata', mapAt({ start: 0, end: 0 }, [virtual('name', target.name)]), true)]),
  ]);
  for (const { path, value } of listWrittenValues(patch))
    // The rest of a list is unknown.
    if (!path.some(isIndex)) root = withValue(root, path, value);
  return [
    {
      ...patch,
      manifest: { kind, root, name: target.name },
      isFromJsonPatch: true,
    },
  ];
}

/** Returns the paths and values that a JSON patch adds or replaces. */
function listWrittenValues(
  patch: ParsedPatch,
): readonly { readonly path: readonly ScalarNode[]; readonly value: YamlNode }[] {
  return listOperations(patch).flatMap(({ node, path }) => {
    const value = findYamlNode(node, ['value']);
    return ['add', 'replace'].includes(getYamlString(node, ['op']) ?? '') && value !== undefined
      ? [{ path, value }]
      : [];
  });
}

function isIndex({ text }: ScalarNode): boolean {
  return /^(?:\d+|-|)$/.test(text);
}

/** Returns one object for each operation that writes to an item of a list. */
function readListOperations(
  target: Target,
  patch: Omit<InlinePatch, 'target'>,
  kind: KindKnowledge,
  createEntry: CreatePatchedEntry,
): readonly PatchObject[] {
  return listWrittenValues(patch).flatMap(({ path, value }): readonly PatchObject[] => {
    const entry = path.some(isIndex) ? createEntry(kind, path, value) : undefined;
    if (entry === undefined) return [];
    const root = mapAt({ start: 0, end: patch.text.length }, [
      virtual('apiVersion', formatKindApiVersion(kind)),
      virtual('kind', kind.kind),
      entry,
    ]);
    return [{ ...patch, manifest: { kind, root, name: target.name }, isFromJsonPatch: true }];
  });
}

function virtual(name: string, value: string): MapEntry {
  return entryAt(0, name, { ...stringNode({ start: 0, end: 0 }, value), borrowed: true }, true);
}

/** Returns the mapping with a value at a path. A later operation replaces the value of an earlier one. */
function withValue(map: MapNode, [key, ...more]: readonly ScalarNode[], value: YamlNode): MapNode {
  if (key === undefined) return map;
  const known = findMapEntry(map, key.text);
  const inner = known?.value.type === 'map' ? known.value : mapAt(key, []);
  const entry: MapEntry = {
    key: more.length > 0 && known !== undefined ? known.key : key,
    value: more.length === 0 ? value : withValue(inner, more, value),
    borrowed: false,
  };
  return {
    ...map,
    entries: [...map.entries.filter((other) => other !== known), entry],
  };
}

/** Kinds whose patches are checked. Workloads and other kinds often belong to other software. */
const checkedKinds: ReadonlySet<KindKnowledge> = new Set([
  ...dataObjects,
  ...knownKinds.filter(({ id }) => id === 'KataConfig' || id === 'PeerPodConfig'),
]);

function findKind({ group, kind, name }: Target): KindKnowledge | undefined {
  return [...checkedKinds].find(
    (known) =>
      known.kind === kind &&
      (group === undefined || group === known.group) &&
      (known.names === undefined || (name !== undefined && known.names.includes(name))),
  );
}
