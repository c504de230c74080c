/**
 * Represents the known ConfigMaps and Secrets that a kustomization generates from `KEY=VALUE` literals as objects, with
 * the positions of each key and value.
 */
import { dataObjects } from '#core/kinds/dataObjects.ts';
import type { KindKnowledge } from '#core/kinds/field.ts';
import { operatorNamespace } from '#core/product/namespaces.ts';
import { besides, entryAt, mapAt, stringNode, unknownKeys } from './keyValue.ts';
import { readLiterals } from './literals.ts';
import type { Manifest } from './manifestModel.ts';
import { findMapEntry, findYamlNode, getYamlString, type MapEntry, type MapNode, type YamlNode } from './node.ts';

/** Generator fields with the kind they create and the field that contains the keys. */
export const kustomizeGenerators: Readonly<Record<string, { readonly kind: string; readonly under: string }>> = {
  configMapGenerator: { kind: 'ConfigMap', under: 'data' },
  // The values are plain text, as in stringData.
  secretGenerator: { kind: 'Secret', under: 'stringData' },
};

/** Maximum number of generators, literals, or files in one kustomization. */
const maxItems = 500;

/** Names of fields that matter for generators. kustomize ignores the case of field names. */
const readFields = [
  ...Object.keys(kustomizeGenerators),
  ...'apiVersion kind name namespace namePrefix nameSuffix generatorOptions options'.split(' '),
  ...'literals envs env files behavior disableNameSuffixHash patches patchesStrategicMerge'.split(' '),
  ...'patchesJson6902 components transformers replacements'.split(' '),
];
const exactNames: ReadonlyMap<string, string> = new Map(readFields.map((name) => [name.toLowerCase(), name]));

/** Returns a map with field names as documented, because kustomize ignores their case. The positions are kept. */
function withExactNames(node: MapNode): MapNode {
  const isExact = (text: string) => (exactNames.get(text.toLowerCase()) ?? text) === text;
  if (node.entries.every(({ key }) => isExact(key.text))) return node;
  const entries = node.entries.map((entry) => {
    const name = exactNames.get(entry.key.text.toLowerCase());
    const isOther = name !== undefined && name !== entry.key.text && findMapEntry(node, name) === undefined;
    return isOther && !entry.key.unknown ? { ...entry, key: { ...entry.key, text: name } } : entry;
  });
  return { ...node, entries };
}

/** Returns the items of a generator field of a kustomization. */
export function generatorItemsOf(root: YamlNode | undefined, field: string): readonly YamlNode[] {
  const list = findYamlNode(root?.type === 'map' ? withExactNames(root) : root, [field]);
  return (list?.type === 'seq' ? list.items : []).map((item) => (item.type === 'map' ? withExactNames(item) : item));
}

/** Fields with which another file, or another part of this one, can add keys to a generated object. */
const addingKeys = [
  'patches',
  'patchesStrategicMerge',
  'patchesJson6902',
  'components',
  'transformers',
  'replacements',
];
/** Fields that can replace the written values. */
const changingValues = ['transformers', 'replacements'];

/** Returns whether a name is a misspelled name of an object of this kind. */
type IsMisnamed = (kind: KindKnowledge, name: string) => boolean;

/**
 * Returns the known objects that a kustomization generates. Returns none if the document isn't a kustomization.
 * @param isMisnamed recognizes a misspelled name of an object for the operator
 */
export function generatorsOf(root: MapNode, isMisnamed: IsMisnamed): readonly Manifest[] {
  const exact = withExactNames(root);
  if (!isKustomization(exact) || isRenaming(exact)) return [];
  return Object.keys(kustomizeGenerators).flatMap((field) =>
    generatorItemsOf(exact, field)
      .slice(0, maxItems)
      .flatMap((item) => manifestOf(exact, field, item, isMisnamed) ?? []),
  );
}

/** Returns whether a document is a kustomization. As in kustomize, the kind is optional. */
export function isKustomization(root: MapNode): boolean {
  const apiVersion = findMapEntry(root, 'apiVersion');
  if (apiVersion !== undefined && getYamlString(root, ['apiVersion'])?.startsWith('kustomize.config.k8s.io/') !== true)
    return false;
  return (
    findMapEntry(root, 'kind') === undefined ||
    ['Kustomization', 'Component'].includes(getYamlString(root, ['kind']) ?? '')
  );
}

/** Returns whether generated objects get a prefix or suffix. Their names are then different from the known ones. */
function isRenaming(root: MapNode): boolean {
  return ['namePrefix', 'nameSuffix'].some((field) => {
    const node = findYamlNode(root, [field]);
    return node !== undefined && !(node.type === 'scalar' && node.text === '');
  });
}

function itemsOf(node: YamlNode | undefined): readonly YamlNode[] {
  return node?.type === 'seq' ? node.items.slice(0, maxItems) : [];
}

function manifestOf(root: MapNode, field: string, item: YamlNode, isMisnamed: IsMisnamed): Manifest | undefined {
  const made = kustomizeGenerators[field];
  const name = item.type === 'map' ? findMapEntry(item, 'name') : undefined;
  const text = getYamlString(item, ['name']);
  const kinds = dataObjects.filter((known) => known.kind === made?.kind);
  const kind =
    kinds.find((known) => text !== undefined && known.names?.includes(text) === true) ??
    (isForOperator(root, item) ? kinds.find((known) => text !== undefined && isMisnamed(known, text)) : undefined);
  if (kind === undefined || made === undefined || name === undefined || item.type !== 'map' || item.borrowed)
    return undefined;
  const { start, end } = item;
  const entries = [
    entryAt(start, 'kind', { ...stringNode(name.value, kind.kind), borrowed: true }, true),
    // Before metadata, because a name and a namespace around the literals would otherwise cover them.
    entryAt(start, made.under, dataOf(root, item)),
    entryAt(start, 'metadata', metadataOf(root, item, name)),
  ];
  return {
    kind,
    root: { ...mapAt({ start, end }, entries), flow: item.flow },
    name: text,
    part: 'generator',
    hashed: isHashed(root, item),
    envFiles: envFilesOf(item),
    literalFaults: readLiterals(findYamlNode(item, ['literals']), false).faults,
  };
}

/**
 * Returns whether a generated object is for the operator, so that its name might be misspelled: it's in the operator
 * namespace, or it has no namespace and contains the key that only the peer pods ConfigMap has.
 */
function isForOperator(root: MapNode, item: YamlNode): boolean {
  const namespace = getYamlString(root, ['namespace']) ?? getYamlString(item, ['namespace']);
  if (namespace !== undefined) return namespace === operatorNamespace;
  return itemsOf(findYamlNode(item, ['literals'])).some(
    (literal) => literal.type === 'scalar' && literal.text.startsWith('CLOUD_PROVIDER='),
  );
}

/**
 * Returns whether kustomize appends a hash to the name. This is the default for all generators. For a component, it
 * depends on the kustomization that uses it.
 */
function isHashed(root: MapNode, item: MapNode): boolean {
  if (getYamlString(root, ['kind']) === 'Component') return false;
  const options = [findYamlNode(root, ['generatorOptions']), findYamlNode(item, ['options'])];
  return options.every((option) => {
    const said = findYamlNode(option?.type === 'map' ? withExactNames(option) : option, ['disableNameSuffixHash']);
    return option?.type !== 'scalar' && (said === undefined || (said.type === 'scalar' && said.value === false));
  });
}

/**
 * Returns the metadata with the name of the generator and the namespace. The namespace of the kustomization takes
 * precedence over that of the generator.
 */
function metadataOf(root: MapNode, item: MapNode, name: MapEntry): MapNode {
  const own = findMapEntry(item, 'namespace');
  const common = findMapEntry(root, 'namespace');
  const namespace = common === undefined ? own : { ...common, borrowed: true };
  const inside = [name, ...(namespace === own && own !== undefined ? [own] : [])].filter(({ borrowed }) => !borrowed);
  const start = Math.min(...inside.map(({ key }) => key.start));
  const end = Math.max(...inside.map(({ value }) => value.end));
  return mapAt(
    inside.length === 0 ? { start: item.start, end: item.start } : { start, end },
    namespace === undefined ? [name] : [name, namespace],
  );
}

function dataOf(root: MapNode, item: MapNode): MapNode {
  const literals = findYamlNode(item, ['literals']);
  const changed = changingValues.some((field) => findMapEntry(root, field) !== undefined);
  const { entries } = readLiterals(literals, changed);
  const place = literals?.type === 'seq' && !literals.borrowed ? literals : { start: item.start, end: item.start };
  return mapAt(place, isWhole(root, item) ? entries : [...entries, unknownKeys(item.start)]);
}

/** Returns a generated object with the cloud provider from its env files. */
export function withProvider(manifest: Manifest, provider: string | undefined): Manifest {
  const data = findYamlNode(manifest.root, ['data']);
  const more = data?.type === 'map' ? besides(data.entries, provider, manifest.root.start) : [];
  if (data?.type !== 'map' || more.length === 0) return manifest;
  const entries = manifest.root.entries.map((entry) =>
    entry.value === data ? { ...entry, value: { ...data, entries: [...data.entries, ...more] } } : entry,
  );
  return { ...manifest, root: { ...manifest.root, entries } };
}

/** Returns whether the literals contain all keys of the object. */
function isWhole(root: MapNode, item: MapNode): boolean {
  if (
    getYamlString(root, ['kind']) === 'Component' ||
    addingKeys.some((field) => findMapEntry(root, field) !== undefined)
  )
    return false;
  if (
    ['envs', 'env', 'files'].some((field) => findMapEntry(item, field) !== undefined) ||
    item.entries.some(({ key }) => key.unknown)
  )
    return false;
  if (findMapEntry(item, 'behavior') !== undefined && getYamlString(item, ['behavior']) !== 'create') return false;
  const literals = findYamlNode(item, ['literals']);
  return (
    literals === undefined ||
    (literals.type === 'seq' &&
      literals.items.length <= maxItems &&
      literals.items.every(({ type }) => type === 'scalar'))
  );
}

function envFilesOf(item: MapNode): readonly string[] {
  const named = [...itemsOf(findYamlNode(item, ['envs'])), findYamlNode(item, ['env'])];
  return named.flatMap((node) =>
    node?.type === 'scalar' && typeof node.value === 'string' && !node.unknown && node.text !== '' ? [node.text] : [],
  );
}
