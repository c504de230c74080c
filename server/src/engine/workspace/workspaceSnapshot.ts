/** Defines the workspace data that rules can query. */
import { peerPodsConfigMapName } from '#core/product/namespaces.ts';
import { mayEmbedKataConfig } from '#core/kata/kataConfigFile.ts';
import { isEnvFileName } from '#core/kinds/envFile.ts';
import { mayBeKnown } from '../yaml/manifest.ts';
import { takeWithinQuota } from '../yaml/quota.ts';
import { readDocuments, type PlacedDocument } from '../yaml/yamlDocument.ts';
import { recordsIn } from './prometheusRules.ts';
import { isLongCrd, mayBeCrd, readLongCrds, type IndexedCrd } from './crds/readCrds.ts';
import { crdFactsOf, isSameCrds, joinCrdFacts, joinCrds, moveCrds, type CrdFacts } from './crds/indexCrds.ts';
import type { Related } from '../findings/related.ts';
import {
  indexKataConfig,
  indexYamlOfKataConfigs,
  isKataConfigUri,
  isSameKataConfig,
  type IndexedKataConfig,
} from './kataConfigFiles.ts';
import { indexPolicy, isRegoFile, isSamePolicy, type IndexedPolicy } from './policyFiles.ts';
import { envFactsOf, joinEnvFiles, withEnvTypes, type IndexedEnvFile, type EnvFileBinding } from './envFiles.ts';
import { canonicalizeUri } from './fileUri.ts';
import { jsonPatchIn, overlayIn, type IndexedJsonPatch } from './kustomize/indexedPatches.ts';
import { isKustomizationName, type IndexedKustomization } from './kustomize/kustomizationFact.ts';
import { joinOverlays, patchFiles, type Overlays, type Patch } from './kustomize/overlays.ts';
import { mayBeJsonPatch } from './kustomize/writtenPaths.ts';
import {
  countLineBreaks,
  lineCount,
  localObjects,
  haveSamePositions,
  type IndexedObject,
  type LineSpan,
} from './indexedObject.ts';

/** Maximum number of indexed objects per file. */
const maxPerFile = 500;
/** Maximum number of indexed objects in the workspace. */
export const maxInAll = 20_000;
/** The indexed data of one file. */
export interface IndexedFile extends CrdFacts {
  readonly objects: readonly IndexedObject[];
  readonly mentionsPeerPodsConfigMap: boolean;
  /** Data of an env file. */
  readonly env?: IndexedEnvFile;
  /** References of a kustomization to other files. */
  readonly kustomization?: IndexedKustomization;
  /** Series that its PrometheusRules record, if they're about Kata. */
  readonly records?: readonly string[];
  /** Package and rule names of a Rego file, for checks of its unit tests. */
  readonly policy?: IndexedPolicy;
  /** A configuration file of Kata, or YAML that can contain such files. */
  readonly kataConfig?: IndexedKataConfig;
  /** The paths that the file writes, if it's a JSON patch. */
  readonly jsonPatch?: IndexedJsonPatch;
}

/** The indexed workspace. Available after all its YAML files were read. */
export interface WorkspaceSnapshot {
  /** Returns the objects of a kind by the kind's ID. */
  readonly of: (id: string) => readonly IndexedObject[];
  /** True if any file mentions the peer-pods-cm ConfigMap: as an object, in a kustomization, or in YAML of a script. */
  readonly mentionsPeerPodsConfigMap: boolean;
  /** Env files from which kustomizations generate known objects, by canonical URI. */
  readonly envFiles: ReadonlyMap<string, EnvFileBinding>;
  /** Cloud providers in env files, by canonical URI. */
  readonly envProviders: ReadonlyMap<string, string>;
  /** Canonical URIs of the env files that don't exist. Known only on the command line. */
  readonly missingEnvFiles: ReadonlySet<string>;
  /** Changes that kustomizations make to objects of other files. */
  readonly overlays: Overlays;
  /** Rego files about agent policies. */
  readonly policies: readonly IndexedPolicy[];
  /** Configuration files of Kata, and YAML that can contain such files. */
  readonly kataConfigs: readonly IndexedKataConfig[];
  /** Series that PrometheusRules about Kata record. */
  readonly records: ReadonlySet<string>;
  /** CustomResourceDefinitions, and the kinds of a cluster, sorted by URI. */
  readonly crds: readonly IndexedCrd[];
  /** True if all files are indexed, so that a missing object doesn't exist. */
  readonly whole: boolean;
}

/** Returns a location in a file, as related information of a finding. */
export function createRelatedLocation(
  { uri, firstLine }: IndexedObject,
  { line, column, length }: LineSpan,
  message: string,
): Related {
  return { uri, line: firstLine + line, column, length, message };
}

/** Returns whether a file might contain indexed data. Most files don't and are skipped. */
export function isIndexable(uri: string, text: string): boolean {
  return (
    isRegoFile(uri) ||
    isKataConfigUri(uri) ||
    mayBeKnown(text) ||
    mayEmbedKataConfig(text) ||
    isEnvFileName(uri) ||
    isKustomizationName(uri) ||
    mayBeJsonPatch(text) ||
    mayBeCrd(text)
  );
}

function policyFacts(uri: string, text: string): IndexedFile {
  const policy = indexPolicy(uri, text);
  return { objects: [], mentionsPeerPodsConfigMap: false, ...(policy === undefined ? {} : { policy }) };
}

function kataConfigFacts(uri: string, text: string): IndexedFile {
  const kataConfig = indexKataConfig(uri, text);
  return { objects: [], mentionsPeerPodsConfigMap: false, ...(kataConfig === undefined ? {} : { kataConfig }) };
}

function envFacts(uri: string, text: string): IndexedFile {
  return { objects: [], mentionsPeerPodsConfigMap: false, env: envFactsOf(uri, text) };
}

const noGroups: ReadonlySet<string> = new Set();

/** Returns the indexed data of a file. */
export function indexFile(
  uri: string,
  text: string,
  documents?: readonly PlacedDocument[],
  groups?: ReadonlySet<string>,
): IndexedFile {
  const steps = factsInSteps(uri, text, documents, groups);
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  return step.value;
}

/**
 * Indexes a file like `indexFile`, in steps of one document, so that the caller can yield to other work.
 * @param groups the API groups whose CRDs are needed, in addition to those that concern OSC
 */
export function* factsInSteps(
  uri: string,
  text: string,
  documents: readonly PlacedDocument[] = isEnvFileName(uri) || isRegoFile(uri) || isKataConfigUri(uri)
    ? []
    : readDocuments(text),
  groups = noGroups,
): Generator<undefined, IndexedFile, undefined> {
  if (isRegoFile(uri)) return policyFacts(uri, text);
  if (isKataConfigUri(uri)) return kataConfigFacts(uri, text);
  if (isEnvFileName(uri)) return envFacts(uri, text);
  const objects: IndexedObject[] = [];
  const records: string[] = [];
  let firstLine = 0;
  let counted = 0;
  let rejected = 0;
  for (const placed of takeWithinQuota(documents)) {
    yield;
    // Documents are in order, so lines are counted only once, starting from the previous position.
    for (; documents[counted] !== undefined && documents[counted] !== placed; counted += 1)
      firstLine += lineCount(documents[counted]);
    const { manifests } = placed.document;
    for (const [index, object] of localObjects(placed.document).entries()) {
      if (manifests[index]?.rejected === true) rejected += countMentions(placed.document.text);
      else objects.push({ uri, firstLine, object });
    }
    for (const name of recordsIn(placed.document)) if (records.length < maxPerFile) records.push(name);
    if (objects.length >= maxPerFile) break;
  }
  for (const { document } of documents) if (isLongCrd(document)) yield* readLongCrds(document, groups);
  return {
    objects,
    mentionsPeerPodsConfigMap: countMentions(text, rejected + 1) > rejected,
    ...(records.length > 0 ? { records } : {}),
    ...overlayIn(uri, documents),
    ...jsonPatchIn(uri, text, documents),
    ...indexYamlOfKataConfigs(uri, documents),
    ...crdFactsOf(uri, documents, groups),
  };
}

/** Returns the number of mentions of the ConfigMap in a text, up to a maximum. */
function countMentions(text: string, most = Infinity): number {
  let count = 0;
  for (let at = text.indexOf(peerPodsConfigMapName); at !== -1 && count < most; count += 1)
    at = text.indexOf(peerPodsConfigMapName, at + peerPodsConfigMapName.length);
  return count;
}

/**
 * Number of characters to split into documents at a time. Splitting 5 MB of document markers at once would take half a
 * second.
 */
const pieceLength = 100_000;

/**
 * Indexes a text that isn't split into documents yet. Reads the text in pieces and skips those without relevant data.
 */
export function* textFactsInSteps(
  uri: string,
  text: string,
  groups = noGroups,
): Generator<undefined, IndexedFile, undefined> {
  if (isRegoFile(uri)) return policyFacts(uri, text);
  if (isKataConfigUri(uri)) return kataConfigFacts(uri, text);
  if (isEnvFileName(uri)) return envFacts(uri, text);
  const objects: IndexedObject[] = [];
  let mentionsPeerPodsConfigMap = false;
  let linesBefore = 0;
  let overlay: Pick<IndexedFile, 'kustomization' | 'jsonPatch' | 'kataConfig'> = {};
  const records: string[] = [];
  const crds: CrdFacts[] = [];
  for (let start = 0; start < text.length && objects.length < maxPerFile;) {
    yield;
    // Splits at the first document marker after this length, so that no document is cut.
    const marker = text.indexOf('\n---', start + pieceLength);
    const end = marker === -1 ? text.length : marker + 1;
    const piece = text.slice(start, end);
    if (isIndexable(uri, piece)) {
      const found = yield* factsInSteps(uri, piece, undefined, groups);
      if (found.kustomization !== undefined) overlay = { ...overlay, kustomization: found.kustomization };
      // Longer files are rare, and the first part with configuration files is sufficient.
      if (found.kataConfig !== undefined) overlay = { kataConfig: found.kataConfig, ...overlay };
      // The paths of a longer patch are unknown.
      if (found.jsonPatch !== undefined && piece === text) overlay = { ...overlay, jsonPatch: found.jsonPatch };
      mentionsPeerPodsConfigMap ||= found.mentionsPeerPodsConfigMap;
      records.push(...(found.records ?? []).slice(0, Math.max(0, maxPerFile - records.length)));
      for (const fact of found.objects) objects.push({ ...fact, firstLine: fact.firstLine + linesBefore });
      crds.push(moveCrds(found, linesBefore));
    }
    linesBefore += countLineBreaks(piece);
    start = end;
  }
  // The rest of a file with too many objects isn't read, but it might mention the ConfigMap.
  return {
    objects: objects.slice(0, maxPerFile),
    mentionsPeerPodsConfigMap: mentionsPeerPodsConfigMap || text.includes('peer-pods-cm'),
    ...(records.length > 0 ? { records } : {}),
    ...joinCrdFacts(crds),
    ...overlay,
  };
}

const none: readonly IndexedObject[] = [];

/**
 * Combines the data of several files.
 * @param previous the previous result; lists of unchanged kinds are reused, so that consumers don't recompute
 */
export function joinFacts(files: readonly IndexedFile[], previous?: WorkspaceSnapshot): WorkspaceSnapshot {
  const byId = new Map<string, IndexedObject[]>();
  const takingEnvFiles: IndexedObject[] = [];
  let left = maxInAll;
  let mentionsPeerPodsConfigMap = false;
  const named = new Map<string, string>();
  const envs = new Map(files.flatMap(({ env }) => (env === undefined ? [] : [[env.uri, env] as const])));
  const kustomizations = files.flatMap(({ kustomization }) => kustomization ?? []);
  const asPatches = patchFiles(kustomizations);
  const patches: Patch[] = [];
  for (const file of files) {
    if (file.env?.provider !== undefined) named.set(file.env.uri, file.env.provider);
    mentionsPeerPodsConfigMap ||= file.mentionsPeerPodsConfigMap;
    const [first] = asPatches.size === 0 ? [] : file.objects;
    const uri = first === undefined ? '' : canonicalizeUri(first.uri);
    if (asPatches.has(uri))
      for (const { object } of file.objects)
        patches.push({ uri, id: object.id, name: object.name, paths: object.paths });
    for (const fact of file.objects) {
      if (left <= 0) break;
      left -= 1;
      const takesEnvFiles = fact.object.envFiles.length > 0;
      if (takesEnvFiles) takingEnvFiles.push(fact);
      const joined = takesEnvFiles ? withEnvTypes(fact, envs) : fact;
      const known = byId.get(fact.object.id);
      if (known === undefined) byId.set(fact.object.id, [joined]);
      else known.push(joined);
    }
  }
  const kept = new Map<string, readonly IndexedObject[]>(
    [...byId].map(([id, facts]) => [id, sameList(previous?.of(id) ?? none, facts)]),
  );
  const envProviders = sameProviders(previous?.envProviders, named);
  const records = sameSet(previous?.records, new Set(files.flatMap((file) => file.records ?? [])));
  const json = new Map(
    files.flatMap(({ jsonPatch }) =>
      jsonPatch !== undefined && asPatches.has(jsonPatch.uri) ? [[jsonPatch.uri, jsonPatch.paths] as const] : [],
    ),
  );
  const overlays = joinOverlays(kustomizations, { objects: patches, json }, previous?.overlays);
  const snapshot: WorkspaceSnapshot = {
    of: lookUp(kept),
    mentionsPeerPodsConfigMap,
    envFiles: joinEnvFiles(takingEnvFiles, envProviders),
    envProviders,
    missingEnvFiles: new Set(),
    overlays,
    policies: files.flatMap(({ policy }) => policy ?? []),
    kataConfigs: files.flatMap(({ kataConfig }) => kataConfig ?? []),
    records,
    crds: joinCrds(files, previous?.crds),
    whole: true,
  };
  // A file with more objects than the limit is cut off.
  const isComplete = files.every(({ objects }) => objects.length < maxPerFile);
  return left > 0 && isComplete ? snapshot : partOf(snapshot);
}

/**
 * Returns the function that looks up objects by kind. It's created in a separate function, because a closure retains
 * all variables of its scope: `previous` would retain all earlier results.
 */
function lookUp(lists: ReadonlyMap<string, readonly IndexedObject[]>): WorkspaceSnapshot['of'] {
  return (id) => lists.get(id) ?? none;
}

function sameProviders(
  before: ReadonlyMap<string, string> | undefined,
  now: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  return before?.size === now.size && [...now].every(([uri, provider]) => before.get(uri) === provider) ? before : now;
}

function sameSet(before: ReadonlySet<string> | undefined, now: ReadonlySet<string>): ReadonlySet<string> {
  return before?.size === now.size && [...now].every((name) => before.has(name)) ? before : now;
}

function sameList(before: readonly IndexedObject[], now: readonly IndexedObject[]): readonly IndexedObject[] {
  return before.length === now.length && now.every((fact, index) => sameFact(fact, before[index], true)) ? before : now;
}

function sameFact(one: IndexedObject, other: IndexedObject | undefined, exactly: boolean): boolean {
  if (other === undefined) return false;
  const same = one.object === other.object || one.object.meaning === other.object.meaning;
  return (
    same &&
    one.uri === other.uri &&
    (!exactly || (one.firstLine === other.firstLine && haveSamePositions(one.object, other.object)))
  );
}

/**
 * Returns whether two versions of a file provide the same data to other files.
 * @param exactly true if positions must also be equal
 */
export function sameFacts(one: IndexedFile | undefined, other: IndexedFile | undefined, exactly: boolean): boolean {
  if (one === other) return true;
  const [mine, others] = [one?.objects ?? [], other?.objects ?? []];
  return (
    (one?.mentionsPeerPodsConfigMap ?? false) === (other?.mentionsPeerPodsConfigMap ?? false) &&
    one?.env?.meaning === other?.env?.meaning &&
    one?.kustomization?.meaning === other?.kustomization?.meaning &&
    sameRecords(one?.records, other?.records) &&
    isSamePolicy(one?.policy, other?.policy) &&
    isSameKataConfig(one?.kataConfig, other?.kataConfig) &&
    isSameCrds(one?.crds, other?.crds, exactly) &&
    mine.length === others.length &&
    mine.every((fact, index) => sameFact(fact, others[index], exactly))
  );
}

/** Returns whether two versions of a patch file write the same values. */
export function samePatches(one: IndexedFile | undefined, other: IndexedFile | undefined): boolean {
  return one === other || JSON.stringify(patchOf(one)) === JSON.stringify(patchOf(other));
}

function patchOf(file: IndexedFile | undefined): unknown {
  return [file?.jsonPatch, file?.objects.map(({ object: { id, name, paths } }) => [id, name, paths])];
}

function sameRecords(one: readonly string[] = [], other: readonly string[] = []): boolean {
  return one.length === other.length && one.every((name, index) => name === other[index]);
}

/**
 * Returns the same data, marked as incomplete, for a workspace with unread files. A missing object might exist in one
 * of them.
 */
export function partOf(facts: WorkspaceSnapshot): WorkspaceSnapshot {
  return { ...facts, mentionsPeerPodsConfigMap: true, whole: false };
}

/**
 * Creates the index of a workspace from texts.
 * @param groups the API groups whose CRDs are needed, in addition to those that concern OSC
 * @param known the data of files that were indexed before, by URI; undefined for files without data. Adds the others
 */
export function createWorkspaceSnapshot(
  files: readonly { readonly uri: string; readonly text: string }[],
  groups = noGroups,
  known = new Map<string, IndexedFile | undefined>(),
): WorkspaceSnapshot {
  for (const file of files) {
    const { uri } = file;
    if (known.has(uri)) continue;
    // Reads the text only now, because each access to the text of a released file reads the file.
    const { text } = file;
    known.set(uri, isIndexable(uri, text) ? indexFile(uri, text, undefined, groups) : undefined);
  }
  return joinFacts(files.flatMap(({ uri }) => known.get(uri) ?? []));
}
