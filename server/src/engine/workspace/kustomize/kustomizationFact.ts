/**
 * Reads the references of a kustomization to other files, and the objects and paths that it changes with patches,
 * replacements, and merging generators. Follows the parsing of kustomize: kubernetes-sigs/kustomize api/types
 * (kustomization.go, patch.go, selector.go, replacement.go).
 */
import { files } from '#platform/files.ts';
import { kustomizeGenerators } from '../../yaml/kustomization.ts';
import {
  findMapEntry,
  findYamlNode,
  getYamlString,
  type MapNode,
  type PathSegment,
  type YamlNode,
} from '../../yaml/node.ts';
import { parseYamlDocument } from '../../yaml/parse/parse.ts';
import { copyString } from '../../yaml/yamlDocument.ts';
import { besideUri, canonicalizeUri, isAmongFiles } from '../fileUri.ts';
import { fieldPathPointer, jsonPatchPaths, mergePatchPaths, toPointer } from './writtenPaths.ts';

/** Selects the changed objects. Undefined fields match any value. */
export interface Target {
  readonly group?: string;
  readonly kind?: string;
  readonly name?: string;
  /** Set if the target has other conditions, so that an object that matches the fields might not be changed. */
  readonly isUncertain?: true;
}

/** A change by a kustomization. */
export interface IndexedChange {
  /** Undefined if the patch itself identifies its object. */
  readonly target?: Target;
  /** URI of the file that contains the patch. */
  readonly file?: string;
  /** JSON pointers of the values that the change writes. Undefined if they're unknown. */
  readonly paths?: readonly string[];
  /**
   * URI of the kustomization if its generator makes the change. That generator's own object already contains the
   * result.
   */
  readonly generatedIn?: string;
}

/** A part of objects that a kustomization changes in all its objects: the images, or the selectors of workloads. */
export type CommonChange = 'images' | 'namespaces' | 'selectors';

/** The references of one kustomization to other files. */
export interface IndexedKustomization {
  /** Canonical URI, like all URIs below. */
  readonly uri: string;
  /** Files and folders of its resources. */
  readonly takes: readonly string[];
  /** Folders of its components, which change the resources. */
  readonly components: readonly string[];
  readonly isComponent: boolean;
  /** Namespace that it sets for all objects. */
  readonly namespace?: string;
  readonly changes: readonly IndexedChange[];
  readonly commonChanges: readonly CommonChange[];
  /** Patch files, which contain only parts of objects. */
  readonly patchFiles: readonly string[];
  /** All other properties as one string. Kustomizations with equal strings have the same effect. */
  readonly meaning: string;
}

/** Maximum number of items of each field in one kustomization. */
const maxItems = 500;
/** Maximum length of a patch to read, in characters. */
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
    ...patchChanges(uri, root, patchItems),
    ...replacements(root),
    ...merges(uri, root),
    ...(findMapEntry(root, 'transformers') === undefined ? [] : [{ target: {} }]),
  ];
  const isComponent = getYamlString(root, ['kind']) === 'Component';
  const namespace = getYamlString(root, ['namespace']);
  const commonChanges = listCommonChanges(root);
  return {
    uri,
    ...(namespace === undefined ? {} : { namespace: copyString(namespace) }),
    takes,
    components,
    isComponent,
    changes,
    commonChanges,
    patchFiles,
    meaning: JSON.stringify([uri, takes, components, isComponent, namespace, changes, commonChanges, patchFiles]),
  };
}

function listCommonChanges(root: MapNode): readonly CommonChange[] {
  const addsLabels =
    findMapEntry(root, 'commonLabels') !== undefined ||
    itemsAt(root, ['labels']).some((item) => findMapEntry(item, 'includeSelectors') !== undefined);
  return [
    ...(findMapEntry(root, 'images') === undefined ? [] : ['images' as const]),
    ...(findMapEntry(root, 'namespace') === undefined ? [] : ['namespaces' as const]),
    ...(addsLabels ? ['selectors' as const] : []),
  ];
}

function* patchChanges(uri: string, root: MapNode, items: readonly YamlNode[]): Iterable<IndexedChange> {
  for (const item of items) {
    const selected = findYamlNode(item, ['target']);
    const file = getYamlString(item, ['path']);
    const text = getYamlString(item, ['patch']) ?? '';
    if (selected === undefined) yield* changesOfPatch(uri, file, text);
    else if (file === undefined) yield { target: readTarget(selected), ...pathsOf(text) };
    else yield { target: readTarget(selected), ...fileOf(uri, file) };
  }
  for (const text of textsAt(root, ['patchesStrategicMerge']))
    yield* changesOfPatch(uri, text.includes('\n') ? undefined : text, text);
}

/**
 * Returns the changes of a patch without an explicit target. The patch itself is an object with the kind and name of
 * the object to change.
 */
function* changesOfPatch(uri: string, file: string | undefined, text: string): Iterable<IndexedChange> {
  if (file !== undefined) {
    const found = fileOf(uri, file);
    yield found.file === undefined ? { target: {} } : found;
    return;
  }
  for (const part of partsOf(text)) {
    const root = readPatch(part);
    const [kind, name] = [getYamlString(root, ['kind']), getYamlString(root, ['metadata', 'name'])];
    yield {
      target: target({ kind, name }),
      ...asPaths(root?.type === 'map' ? mergePatchPaths(root) : undefined),
    };
  }
}

function fileOf(uri: string, name: string): Pick<IndexedChange, 'file'> {
  const file = uriOf(uri, name);
  return file === undefined ? {} : { file };
}

/** Returns the paths that an inline patch with a target writes: a JSON patch, or one strategic merge patch. */
function pathsOf(text: string): Pick<IndexedChange, 'paths'> {
  const [part, ...others] = partsOf(text);
  if (part === undefined || others.length > 0) return {};
  const root = readPatch(part);
  return asPaths(root?.type === 'map' ? mergePatchPaths(root) : jsonPatchPaths(root));
}

function asPaths(paths: readonly string[] | undefined): Pick<IndexedChange, 'paths'> {
  return paths === undefined ? {} : { paths: paths.map(copyString) };
}

function partsOf(text: string): readonly string[] {
  return text.length > maxPatch ? [''] : text.split(/^---.*$/m, maxItems).filter((part) => part.trim() !== '');
}

/** Returns the content of an inline patch. Returns undefined if it can't be parsed. */
function readPatch(text: string): YamlNode | undefined {
  const { root, problems } = parseYamlDocument(text);
  return problems.length > 0 ? undefined : root;
}

function* replacements(root: MapNode): Iterable<IndexedChange> {
  for (const replacement of itemsAt(root, ['replacements'])) {
    const targets = itemsAt(replacement, ['targets']);
    if (targets.length === 0) yield { target: {} };
    for (const item of targets) {
      const selected = readTarget(findYamlNode(item, ['select']));
      const isPartial = findMapEntry(item, 'reject') !== undefined;
      const fieldPaths = textsAt(item, ['fieldPaths']);
      yield {
        target: isPartial ? { ...selected, isUncertain: true } : selected,
        ...asPaths(fieldPaths.length === 0 ? ['/metadata/name'] : fieldPaths.map(fieldPathPointer)),
      };
    }
  }
}

function* merges(uri: string, root: MapNode): Iterable<IndexedChange> {
  for (const [field, { kind, under }] of Object.entries(kustomizeGenerators)) {
    for (const item of itemsAt(root, [field])) {
      const behavior = getYamlString(item, ['behavior']) ?? '';
      if (!['merge', 'replace'].includes(behavior)) continue;
      const keys = textsAt(item, ['literals']).flatMap((text) => /^([^=]+)=/.exec(text)?.[1] ?? []);
      const paths =
        kind === 'Secret'
          ? keys.flatMap((key) => [
              ['data', key],
              [under, key],
            ])
          : keys.map((key) => [under, key]);
      yield {
        target: target({ kind, name: getYamlString(item, ['name']) }),
        generatedIn: uri,
        ...asPaths(behavior === 'replace' ? [''] : paths.map(toPointer)),
      };
    }
  }
}

/** Conditions of a target that aren't compared with the object. */
const conditions = ['labelSelector', 'annotationSelector', 'namespace'];

/**
 * Returns the target of a patch. Its fields are patterns. A pattern that isn't a plain word is treated as matching
 * anything.
 */
export function readTarget(node: YamlNode | undefined): Target {
  const [group, kind, name] = ['group', 'kind', 'name'].map((field) => {
    const text = getYamlString(node, [field]);
    return text === '' ? undefined : text;
  });
  const plain = (text: string | undefined, sign: RegExp) => (text !== undefined && sign.test(text) ? text : undefined);
  const chosen = {
    group: plain(group, /^[\w.-]+$/),
    kind: plain(kind, /^\w+$/),
    name: plain(name, /^[\w.-]+$/),
  };
  const isUncertain =
    node?.type !== 'map' ||
    (group ?? chosen.group) !== chosen.group ||
    (kind ?? chosen.kind) !== chosen.kind ||
    (name ?? chosen.name) !== chosen.name ||
    conditions.some((field) => findMapEntry(node, field) !== undefined);
  return { ...target(chosen), ...(isUncertain ? { isUncertain } : {}) };
}

/** Creates a target. Copies the strings, because targets outlive the text. */
function target(
  fields: Readonly<Record<'kind' | 'name', string | undefined>> & {
    readonly group?: string | undefined;
  },
) {
  const { group, kind, name } = fields;
  return {
    ...(group === undefined ? {} : { group: copyString(group) }),
    ...(kind === undefined ? {} : { kind: copyString(kind) }),
    ...(name === undefined ? {} : { name: copyString(name) }),
  };
}

function itemsAt(root: YamlNode, at: readonly PathSegment[]): readonly YamlNode[] {
  const node = findYamlNode(root, at);
  return node?.type === 'seq' ? node.items.slice(0, maxItems) : [];
}

function textsAt(root: YamlNode, at: readonly PathSegment[]): readonly string[] {
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
