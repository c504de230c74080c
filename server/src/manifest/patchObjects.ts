/**
 * Represents what kustomize patches write as objects, so that rules check the values: inline merge patches, and JSON
 * patches inline and in files. A merge patch in a file is an object already.
 */
import { dataObjects } from '#core/kinds/dataObjects.ts';
import type { KindKnowledge } from '#core/kinds/field.ts';
import { patchKind } from '#core/kinds/kustomization.ts';
import { knownKinds } from '#core/kinds/index.ts';
import { shiftedMap, type TextMap } from '../engine/text/textMap.ts';
import { targetOf, type Target } from '../engine/workspace/kustomize/kustomizationFact.ts';
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
import { mapScalar } from '../engine/yaml/scalarMap.ts';
import { YamlDocument } from '../engine/yaml/yamlDocument.ts';

/** What a patch writes to an object. */
export interface PatchObject {
  readonly manifest: Manifest;
  /** Document with the text of the patch. */
  readonly document: YamlDocument;
  /** Maps the patch to the document that contains it. */
  readonly map: TextMap;
  /** True if fixes can insert quotes. */
  readonly takesQuotes: boolean;
  /** True if the object consists of paths, so that fixes can only replace keys and values. */
  readonly isOfPaths: boolean;
}

/** Maximum number of patches and operations to read, and of characters of a patch. */
const [maxItems, maxPatch] = [500, 100_000];

/**
 * Returns what the patches of a kustomization or of a patch file write.
 * @param targets targets of a patch file
 */
export function listPatchObjects(
  { kind, root }: Manifest,
  document: YamlDocument,
  targets: readonly Target[],
): readonly PatchObject[] {
  if (kind === patchKind) {
    const [target, ...others] = targets;
    const content = findYamlNode(root, ['patch']);
    if (target === undefined || others.length > 0 || content?.type !== 'seq') return [];
    const map = shiftedMap(0, document.text.length);
    return ofPaths(target, content, document, map, true);
  }
  return ['patches', 'patchesJson6902', 'patchesStrategicMerge'].flatMap((field) => {
    const list = findYamlNode(root, [field]);
    return (list?.type === 'seq' ? list.items.slice(0, maxItems) : []).flatMap((item) => ofItem(item, document.text));
  });
}

function ofItem(item: YamlNode, source: string): readonly PatchObject[] {
  const node = item.type === 'scalar' ? item : findYamlNode(item, ['patch']);
  if (node?.type !== 'scalar' || node.unknown || node.borrowed || typeof node.value !== 'string') return [];
  const text = node.value;
  const map = text.length > maxPatch || !/[\n{]/.test(text) ? undefined : mapScalar(source, node);
  if (map === undefined) return [];
  const document = new YamlDocument(text);
  const { root, problems } = document.parsed;
  if (root === undefined || problems.length > 0) return [];
  const takesQuotes = node.style === 'block';
  const selected = findYamlNode(item, ['target']);
  if (root.type === 'seq')
    return selected === undefined ? [] : ofPaths(targetOf(selected), root, document, map, takesQuotes);
  if (selected !== undefined) return [];
  return document.manifests
    .filter(({ kind }) => isChecked(kind))
    .map((manifest) => ({ manifest, document, map, takesQuotes, isOfPaths: false }));
}

/** Returns what a JSON patch adds to or replaces in its target. */
function ofPaths(
  target: Target,
  operations: YamlNode,
  document: YamlDocument,
  map: TextMap,
  takesQuotes: boolean,
): readonly PatchObject[] {
  const kind = kindOf(target);
  if (kind === undefined || operations.type !== 'seq') return [];
  let root = mapAt({ start: 0, end: document.text.length }, [
    virtual('kind', kind.kind),
    ...(target.name === undefined
      ? []
      : [entryAt(0, 'metadata', mapAt({ start: 0, end: 0 }, [virtual('name', target.name)]), true)]),
  ]);
  for (const operation of operations.items.slice(0, maxItems)) {
    const path = findYamlNode(operation, ['path']);
    const value = findYamlNode(operation, ['value']);
    if (!['add', 'replace'].includes(getYamlString(operation, ['op']) ?? '') || value === undefined) continue;
    const keys = path?.type === 'scalar' && !path.unknown && !path.borrowed ? keysOf(path, document.text) : [];
    if (keys.length > 0) root = withValue(root, keys, value);
  }
  const manifest: Manifest = { kind, root, name: target.name };
  return [{ manifest, document, map, takesQuotes, isOfPaths: true }];
}

function virtual(name: string, value: string): MapEntry {
  return entryAt(0, name, { ...stringNode({ start: 0, end: 0 }, value), borrowed: true }, true);
}

/** Returns the keys of a path at their positions. Returns none for a path with an item of a list. */
function keysOf(path: ScalarNode, text: string): readonly ScalarNode[] {
  const map = mapScalar(text, path);
  const parts = path.text.split('/').slice(1);
  if (map === undefined || parts.some((part) => /^(?:\d+|-|)$/.test(part))) return [];
  let at = 1;
  return parts.map((part) => {
    const place = { start: map.toFile(at), end: map.toFile(at + part.length) };
    at += part.length + 1;
    return stringNode(place, part.replaceAll('~1', '/').replaceAll('~0', '~'));
  });
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
  return { ...map, entries: [...map.entries.filter((other) => other !== known), entry] };
}

const ownKinds: ReadonlySet<KindKnowledge> = new Set([
  ...dataObjects,
  ...knownKinds.filter(({ id }) => id === 'KataConfig' || id === 'PeerPodConfig'),
]);

/** Returns whether a patch for this kind is checked. Workloads and other kinds often belong to other software. */
function isChecked(kind: KindKnowledge): boolean {
  return ownKinds.has(kind);
}

function kindOf({ group, kind, name }: Target): KindKnowledge | undefined {
  return [...ownKinds].find(
    (known) =>
      known.kind === kind &&
      (group === undefined || group === known.group) &&
      (known.names === undefined || (name !== undefined && known.names.includes(name))),
  );
}
