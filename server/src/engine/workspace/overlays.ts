/**
 * Determines which objects of other files a kustomization changes, with patches, replacements, and merging generators.
 * The final state of such an object can't be determined from its own file. Follows the parsing of kustomize:
 * kubernetes-sigs/kustomize api/types (kustomization.go, patch.go, selector.go, replacement.go).
 */
import { knownKinds } from '#core/kinds/index.ts';
import { workloadIds } from '#core/kinds/workloads.ts';
import { kustomizeGenerators } from '../yaml/kustomization.ts';
import {
  findMapEntry,
  findYamlNode,
  getYamlString,
  type MapNode,
  type YamlNode,
  type PathSegment,
} from '../yaml/node.ts';
import { copyString } from '../yaml/yamlDocument.ts';
import { files } from '#platform/files.ts';
import { besideUri, canonicalizeUri, isAmongFiles } from './fileUri.ts';

/** Selects the changed objects. Undefined fields match any value. */
interface Target {
  readonly kind?: string;
  readonly name?: string;
  /** URI of the file that contains the object. */
  readonly file?: string;
}

/** The references of one kustomization to other files. */
export interface IndexedKustomization {
  /** Canonical URI, like all URIs below. */
  readonly uri: string;
  /** Files and folders of its resources. */
  readonly takes: readonly string[];
  /** Folders of its components, which change the resources. */
  readonly components: readonly string[];
  readonly changes: readonly Target[];
  /** Patch files, which contain only parts of objects. */
  readonly patchFiles: readonly string[];
  /** All of this data. Equal values have the same effect. */
  readonly meaning: string;
}

/** Maximum number of items of each field in one kustomization. */
const maxItems = 500;
/** Maximum number of resources of one kustomization, and of all kustomizations together. */
const [maxTaken, maxTakenInAll] = [5000, 100_000];
/** Maximum number of characters of a patch to read. */
const maxPatch = 100_000;

/** Returns whether a URI has the file name of a kustomization. */
export function isKustomizationName(uri: string): boolean {
  return /\/kustomization\.ya?ml$/.test(uri);
}

/** Returns the references of a kustomization to other files, or undefined if the document isn't one. */
export function kustomizationFact(writtenUri: string, root: YamlNode | undefined): IndexedKustomization | undefined {
  if (root?.type !== 'map') return undefined;
  const uri = canonicalizeUri(writtenUri);
  const files = (field: string) => textsAt(root, [field]).flatMap((name) => uriOf(uri, name) ?? []);
  const takes = [...files('resources'), ...files('bases')];
  const components = files('components');
  const patchItems = [...itemsAt(root, ['patches']), ...itemsAt(root, ['patchesJson6902'])];
  const named = [
    ...patchItems.map((item) => getYamlString(item, ['path']) ?? ''),
    ...textsAt(root, ['patchesStrategicMerge']),
  ];
  const patchFiles = named.flatMap((name) => (name.includes('\n') ? [] : (uriOf(uri, name) ?? [])));
  const changes = [
    ...targetsOfPatches(uri, root, patchItems),
    ...replacements(root),
    ...merges(root),
    ...(findMapEntry(root, 'transformers') === undefined ? [] : [{}]),
  ];
  return {
    uri,
    takes,
    components,
    changes,
    patchFiles,
    meaning: JSON.stringify([uri, takes, components, changes, patchFiles]),
  };
}

function* targetsOfPatches(uri: string, root: MapNode, items: readonly YamlNode[]): Iterable<Target> {
  for (const item of items) {
    const selected = findYamlNode(item, ['target']);
    const file = getYamlString(item, ['path']);
    if (selected !== undefined) yield targetOf(selected);
    else yield* targetsOfPatch(uri, file, getYamlString(item, ['patch']) ?? '');
  }
  for (const text of textsAt(root, ['patchesStrategicMerge']))
    yield* targetsOfPatch(uri, text.includes('\n') ? undefined : text, text);
}

/**
 * Returns the targets of a patch without an explicit target. The patch itself is an object with the kind and name of
 * the object to change.
 */
function* targetsOfPatch(uri: string, file: string | undefined, text: string): Iterable<Target> {
  if (file !== undefined) {
    const found = uriOf(uri, file);
    yield found === undefined ? {} : { file: found };
    return;
  }
  for (const part of text.slice(0, maxPatch).split(/^---.*$/m, maxItems)) {
    if (part.trim() === '') continue;
    const [, kind] = /^kind:[ \t]*["']?(\w+)/m.exec(part) ?? [];
    const [, name] = /^metadata:\s*(?:\{\s*)?name:[ \t]*["']?([\w-]+)["']?\s*(?:[,}\n]|$)/m.exec(part) ?? [];
    yield target(kind, name);
  }
}

function* replacements(root: MapNode): Iterable<Target> {
  for (const replacement of itemsAt(root, ['replacements'])) {
    const targets = itemsAt(replacement, ['targets']);
    if (targets.length === 0) yield {};
    for (const item of targets) yield targetOf(findYamlNode(item, ['select']));
  }
}

function* merges(root: MapNode): Iterable<Target> {
  for (const [field, { kind }] of Object.entries(kustomizeGenerators)) {
    for (const item of itemsAt(root, [field])) {
      if (['merge', 'replace'].includes(getYamlString(item, ['behavior']) ?? ''))
        yield target(kind, getYamlString(item, ['name']));
    }
  }
}

/** Returns a target. Kind and name are patterns. A pattern that isn't a plain word is treated as matching anything. */
function targetOf(node: YamlNode | undefined): Target {
  const [kind, name] = ['kind', 'name'].map((field) => {
    const text = getYamlString(node, [field]) ?? '';
    return /^[\w-]+$/.test(text) ? text : undefined;
  });
  return target(kind, name);
}

/** Creates a target. Copies the strings, because targets outlive the text. */
function target(kind: string | undefined, name: string | undefined): Target {
  return {
    ...(kind === undefined ? {} : { kind: copyString(kind) }),
    ...(name === undefined ? {} : { name: copyString(name) }),
  };
}

function itemsAt(root: YamlNode, at: readonly PathSegment[]): readonly YamlNode[] {
  const node = findYamlNode(root, at);
  return node?.type === 'seq' ? node.items.slice(0, maxItems) : [];
}

function textsAt(root: MapNode, at: readonly PathSegment[]): readonly string[] {
  return itemsAt(root, at).flatMap((node) =>
    node.type === 'scalar' && typeof node.value === 'string' ? [node.text] : [],
  );
}

/**
 * Returns the URI of a file or folder relative to the kustomization. Returns undefined for remote or invalid resources.
 */
function uriOf(kustomization: string, name: string): string | undefined {
  if (!isAmongFiles(kustomization) || name === '' || /^\/|[:?\\\0]/.test(name)) return undefined;
  const relative = files.normalize(name).replace(/\/$/, '');
  return besideUri(kustomization, relative)?.replace(/\/$/, '');
}

/** The changes by all kustomizations of a workspace. */
export interface Overlays {
  /** Returns whether a kustomization changes this object of this file. */
  readonly change: (uri: string, id: string, name: string | undefined) => boolean;
  /** All data that determines the changes. Equal strings mean the same changes. */
  readonly meaning: string;
}

/** Used if no kustomization is known. */
export const noOverlays: Overlays = { change: () => false, meaning: '' };

/** An object in a patch file. */
export interface Patch {
  readonly uri: string;
  readonly id: string;
  readonly name: string | undefined;
}

/** Returns the files that kustomizations use as patches. */
export function patchFiles(facts: readonly IndexedKustomization[]): ReadonlySet<string> {
  return new Set(facts.flatMap(({ patchFiles }) => patchFiles));
}

/**
 * Combines the kustomizations.
 * @param patches the objects of known kinds in the patch files
 */
export function joinOverlays(
  facts: readonly IndexedKustomization[],
  patches: readonly Patch[],
  previous?: Overlays,
): Overlays {
  const meaning = JSON.stringify([
    facts.map((fact) => fact.meaning),
    patches.map(({ uri, id, name }) => [uri, id, name]),
  ]);
  if (previous?.meaning === meaning) return previous;
  const byFolder = new Map(facts.map((fact) => [folderOf(fact.uri), fact] as const));
  const byFile = new Map<string, Target[]>(patches.map(({ uri }) => [uri, [{}]]));
  const below: (readonly [folder: string, changes: readonly Target[]])[] = [];
  let left = maxTakenInAll;
  for (const fact of facts) {
    const changes = changesOf(fact, byFolder, new Set()).flatMap((one) => meant(one, patches));
    if (changes.length === 0 || left <= 0) continue;
    const { files, folders } = taken(fact, byFolder);
    left -= files.size + folders.length + changes.length;
    for (const file of files) byFile.set(file, [...(byFile.get(file) ?? []), ...changes].slice(0, maxTaken));
    for (const folder of folders) below.push([`${folder}/`, changes]);
  }
  const found = new Map<string, readonly Target[]>();
  const changesIn = (written: string) => {
    const known = found.get(written);
    if (known !== undefined) return known;
    const uri = canonicalizeUri(written);
    const all = [
      ...(byFile.get(uri) ?? []),
      ...below.flatMap(([folder, changes]) => (uri.startsWith(folder) ? changes : [])),
    ];
    found.set(written, all);
    return all;
  };
  return {
    meaning,
    change: (uri, id, name) =>
      (byFile.size > 0 || below.length > 0) && changesIn(uri).some((one) => isMeant(one, id, name)),
  };
}

const kinds = new Map(knownKinds.map(({ id, kind }) => [id, kind] as const));

function isMeant(changed: Target, id: string, name: string | undefined): boolean {
  return (
    (changed.kind === undefined || changed.kind === kinds.get(id)) &&
    (changed.name === undefined || name === undefined || changed.name === name)
  );
}

/**
 * Resolves a patch file to the objects that it changes. A patch file without objects of known kinds changes only
 * workloads.
 */
function meant(changed: Target, patches: readonly Patch[]): readonly Target[] {
  if (changed.file === undefined) return [changed];
  const own = patches.filter(({ uri }) => uri === changed.file).map(({ id, name }) => target(kinds.get(id), name));
  return own.length > 0 ? own : workloadIds.map((id) => target(kinds.get(id), undefined));
}

type ByFolder = ReadonlyMap<string, IndexedKustomization>;

/** Returns the changes of a kustomization and its components. A missing component might change anything. */
function changesOf(fact: IndexedKustomization, byFolder: ByFolder, seen: Set<IndexedKustomization>): readonly Target[] {
  if (seen.has(fact)) return [];
  seen.add(fact);
  const more = fact.components.flatMap((folder) => {
    const component = byFolder.get(folder);
    return component === undefined ? [{}] : changesOf(component, byFolder, seen);
  });
  return [...fact.changes, ...more];
}

/**
 * Returns all resources of a kustomization: files, and folders without a known kustomization. Its own generators aren't
 * affected by its changes.
 */
function taken(
  start: IndexedKustomization,
  byFolder: ByFolder,
): { readonly files: ReadonlySet<string>; readonly folders: readonly string[] } {
  const files = new Set<string>();
  const folders: string[] = [];
  const left = [start];
  const seen = new Set(left);
  for (let fact = left.pop(); fact !== undefined && files.size < maxTaken; fact = left.pop()) {
    // The objects generated by another kustomization are in its own file.
    if (fact !== start) files.add(fact.uri);
    for (const uri of [...fact.takes, ...fact.components]) {
      const next = byFolder.get(uri);
      if (next === undefined && /\.ya?ml$/i.test(uri)) files.add(uri);
      else if (next === undefined) folders.push(uri);
      else if (!seen.has(next)) {
        seen.add(next);
        left.push(next);
      }
    }
  }
  return { files, folders };
}

function folderOf(uri: string): string {
  return uri.slice(0, uri.lastIndexOf('/'));
}
