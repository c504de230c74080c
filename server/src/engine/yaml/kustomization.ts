/**
 * The ConfigMaps and Secrets of ours that a kustomization makes from `KEY=VALUE` literals, as objects of their own:
 * every key and value at its place. How literals are read: kubernetes-sigs/kustomize api/kv/kv.go (parseLiteralSource,
 * removeQuotes).
 */
import { dataObjects } from '#core/kinds/dataObjects.ts';
import { besides, entryAt, mapAt, stringNode, unknownKeys } from './keyValue.ts';
import type { Manifest } from './manifestModel.ts';
import {
  findMapEntry,
  findYamlNode,
  getYamlString,
  type MapEntry,
  type MapNode,
  type YamlNode,
  type ScalarNode,
} from './node.ts';

/** What makes which kind, and where its keys then stand. */
export const kustomizeGenerators: Readonly<Record<string, { readonly kind: string; readonly under: string }>> = {
  configMapGenerator: { kind: 'ConfigMap', under: 'data' },
  // What is written is plain text, as in stringData.
  secretGenerator: { kind: 'Secret', under: 'stringData' },
};

/** More generators, literals or files in one kustomization are not looked at. */
const maxItems = 500;

/** By these another file, or another part of this one, may add keys to what a generator makes. */
const addingKeys = [
  'patches',
  'patchesStrategicMerge',
  'patchesJson6902',
  'components',
  'transformers',
  'replacements',
];
/** By these it may put other values in place of those that are written. */
const changingValues = ['transformers', 'replacements'];

/** The objects of ours that the generators of a kustomization make; none when the document is no kustomization. */
export function generatorsOf(root: MapNode): readonly Manifest[] {
  if (!isKustomization(root) || isRenaming(root)) return [];
  return Object.keys(kustomizeGenerators).flatMap((field) =>
    itemsOf(findYamlNode(root, [field])).flatMap((item) => manifestOf(root, field, item) ?? []),
  );
}

/** By its kind, or without one by its generators: that is how kustomize itself reads it. */
function isKustomization(root: MapNode): boolean {
  const apiVersion = findMapEntry(root, 'apiVersion');
  if (apiVersion !== undefined && getYamlString(root, ['apiVersion'])?.startsWith('kustomize.config.k8s.io/') !== true)
    return false;
  return (
    findMapEntry(root, 'kind') === undefined ||
    ['Kustomization', 'Component'].includes(getYamlString(root, ['kind']) ?? '')
  );
}

/** With a prefix or a suffix the objects have other names, which nobody but the author knows the purpose of. */
function isRenaming(root: MapNode): boolean {
  return ['namePrefix', 'nameSuffix'].some((field) => {
    const node = findYamlNode(root, [field]);
    return node !== undefined && !(node.type === 'scalar' && node.text === '');
  });
}

function itemsOf(node: YamlNode | undefined): readonly YamlNode[] {
  return node?.type === 'seq' ? node.items.slice(0, maxItems) : [];
}

function manifestOf(root: MapNode, field: string, item: YamlNode): Manifest | undefined {
  const made = kustomizeGenerators[field];
  const name = item.type === 'map' ? findMapEntry(item, 'name') : undefined;
  const text = getYamlString(item, ['name']);
  const kind = dataObjects.find(
    (known) => known.kind === made?.kind && text !== undefined && known.names?.includes(text) === true,
  );
  if (kind === undefined || made === undefined || name === undefined || item.type !== 'map' || item.borrowed)
    return undefined;
  const { start, end } = item;
  const entries = [
    entryAt(start, 'kind', { ...stringNode(name.value, kind.kind), borrowed: true }, true),
    // Before metadata: of a name and a namespace around the literals, metadata covers these too.
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
  };
}

/**
 * Without a word against it, for all generators or for this one, kustomize puts a hash behind the name. A component
 * leaves that to who uses it.
 */
function isHashed(root: MapNode, item: MapNode): boolean {
  if (getYamlString(root, ['kind']) === 'Component') return false;
  const options = [findYamlNode(root, ['generatorOptions']), findYamlNode(item, ['options'])];
  return options.every((option) => {
    const said = findYamlNode(option, ['disableNameSuffixHash']);
    return option?.type !== 'scalar' && (said === undefined || (said.type === 'scalar' && said.value === false));
  });
}

/**
 * The name as it stands in the generator, and the namespace: that of the kustomization wins over the generator's own.
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
  const entries = itemsOf(literals).flatMap(
    (literal) => literalEntry(literal, literals?.type === 'seq' && literals.flow, changed) ?? [],
  );
  const place = literals?.type === 'seq' && !literals.borrowed ? literals : { start: item.start, end: item.start };
  return mapAt(place, isWhole(root, item) ? entries : [...entries, unknownKeys(item.start)]);
}

/** What a generator makes, with the cloud that its env files name. */
export function withProvider(manifest: Manifest, provider: string | undefined): Manifest {
  const data = findYamlNode(manifest.root, ['data']);
  const more = data?.type === 'map' ? besides(data.entries, provider, manifest.root.start) : [];
  if (data?.type !== 'map' || more.length === 0) return manifest;
  const entries = manifest.root.entries.map((entry) =>
    entry.value === data ? { ...entry, value: { ...data, entries: [...data.entries, ...more] } } : entry,
  );
  return { ...manifest, root: { ...manifest.root, entries } };
}

/** All keys that the object will have stand in the literals. */
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

/** Undefined for what kustomize does not take: a literal without a key, or without a `=`. */
function literalEntry(literal: YamlNode, inFlow: boolean, changed: boolean): MapEntry | undefined {
  if (literal.type !== 'scalar') return undefined;
  const equals = literal.text.indexOf('=');
  if (equals <= 0) return literal.unknown ? unknownKeys(literal.start) : undefined;
  const name = literal.text.slice(0, equals);
  const rest = literal.text.slice(equals + 1);
  const quotes = /^(["'])[^]*\1$/.test(rest) && rest.length > 1 ? 1 : 0;
  const value = rest.slice(quotes, rest.length - quotes);
  const at = textStart(literal);
  const unknown = changed || literal.unknown;
  if (at === undefined) {
    return {
      key: { ...stringNode(literal, name), borrowed: true },
      value: { ...stringNode(literal, value, unknown), borrowed: true },
      borrowed: true,
    };
  }
  const valueStart = at + equals + 1 + quotes;
  const anchored = literal.anchored === true ? ({ anchored: true } as const) : {};
  // Between brackets a comma in a value would end it: it is shown and judged there, and not mended.
  const borrowed = inFlow && literal.style === 'plain';
  return {
    key: { ...stringNode({ start: at, end: at + equals }, name), ...anchored },
    value: {
      ...stringNode({ start: valueStart, end: valueStart + value.length }, value, unknown),
      ...anchored,
      borrowed,
    },
    borrowed: false,
  };
}

/**
 * Where the text of a scalar begins, if it stands in the document as it is: in one line, and without escapes, each of
 * which is longer than what it means.
 */
function textStart({ borrowed, style, start, end, text }: ScalarNode): number | undefined {
  const around = style === 'plain' ? 0 : style === 'quoted' ? 1 : undefined;
  return around === undefined || borrowed || end - start !== text.length + 2 * around ? undefined : start + around;
}

function envFilesOf(item: MapNode): readonly string[] {
  const named = [...itemsOf(findYamlNode(item, ['envs'])), findYamlNode(item, ['env'])];
  return named.flatMap((node) =>
    node?.type === 'scalar' && typeof node.value === 'string' && !node.unknown && node.text !== '' ? [node.text] : [],
  );
}
