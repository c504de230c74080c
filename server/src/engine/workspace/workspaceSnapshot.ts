/** What rules may ask about the other files of the workspace. */
import { isEnvFileName } from '#core/kinds/envFile.ts';
import { mayBeKnown } from '../yaml/manifest.ts';
import { takeWithinQuota } from '../yaml/quota.ts';
import { readDocuments, type PlacedDocument } from '../yaml/yamlDocument.ts';
import { recordsIn } from './prometheusRules.ts';
import type { Related } from '../findings/related.ts';
import { envFactsOf, joinEnvFiles, withEnvTypes, type IndexedEnvFile, type EnvFileBinding } from './envFiles.ts';
import { canonicalizeUri } from './fileUri.ts';
import {
  isKustomizationName,
  joinOverlays,
  kustomizationFact,
  patchFiles,
  type IndexedKustomization,
  type Overlays,
  type Patch,
} from './overlays.ts';
import {
  countLineBreaks,
  lineCount,
  localObjects,
  type DocumentObject,
  type IndexedObject,
  type LineSpan,
} from './indexedObject.ts';

/** More objects than this in one file say nothing new to another. */
const maxPerFile = 500;
/** And no more in the whole workspace. */
export const maxInAll = 20_000;
/** A kustomization is one document; comments may make another before it. */
const maxOverlays = 3;

/** What one file contributes. */
export interface IndexedFile {
  readonly objects: readonly IndexedObject[];
  readonly mentionsPeerPodsConfigMap: boolean;
  /** It is an env file. */
  readonly env?: IndexedEnvFile;
  /** It is a kustomization, and this is what it makes of other files. */
  readonly kustomization?: IndexedKustomization;
  /** The series that its PrometheusRules record, where they speak of kata. */
  readonly records?: readonly string[];
}

/** The known workspace: all its YAML files were read. */
export interface WorkspaceSnapshot {
  /** The objects of a kind, by its id. */
  readonly of: (id: string) => readonly IndexedObject[];
  /** Some file speaks of the ConfigMap peer-pods-cm: as an object, in a kustomization, or in a script's YAML. */
  readonly mentionsPeerPodsConfigMap: boolean;
  /** The env files from which kustomizations make objects of ours, by their canonical URIs. */
  readonly envFiles: ReadonlyMap<string, EnvFileBinding>;
  /** The clouds that env files name, by their canonical URIs. */
  readonly envProviders: ReadonlyMap<string, string>;
  /** What kustomizations change in the objects of other files. */
  readonly overlays: Overlays;
  /** The series that PrometheusRules record, where they speak of kata. */
  readonly records: ReadonlySet<string>;
  /** All files are known: what is not among them is not there. */
  readonly whole: boolean;
}

/** A place in a file, for a finding to point at. */
export function createRelatedLocation(
  { uri, firstLine }: IndexedObject,
  { line, column, length }: LineSpan,
  message: string,
): Related {
  return { uri, line: firstLine + line, column, length, message };
}

/** True when a file of this text contributes anything; most do not, and are not looked at further. */
export function isIndexable(uri: string, text: string): boolean {
  return mayBeKnown(text) || isEnvFileName(uri) || isKustomizationName(uri);
}

function envFacts(uri: string, text: string): IndexedFile {
  return { objects: [], mentionsPeerPodsConfigMap: false, env: envFactsOf(uri, text) };
}

/** What a file contributes. */
export function indexFile(uri: string, text: string, documents?: readonly PlacedDocument[]): IndexedFile {
  const steps = factsInSteps(uri, text, documents);
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  return step.value;
}

/** The same, one document at a time: whoever asks may let others work in between. */
export function* factsInSteps(
  uri: string,
  text: string,
  documents: readonly PlacedDocument[] = isEnvFileName(uri) ? [] : readDocuments(text),
): Generator<undefined, IndexedFile, undefined> {
  if (isEnvFileName(uri)) return envFacts(uri, text);
  const objects: IndexedObject[] = [];
  const records: string[] = [];
  let firstLine = 0;
  let counted = 0;
  for (const placed of takeWithinQuota(documents)) {
    yield;
    // Documents come in order: lines are counted once, on from the last place.
    for (; documents[counted] !== undefined && documents[counted] !== placed; counted += 1)
      firstLine += lineCount(documents[counted]);
    for (const object of localObjects(placed.document)) objects.push({ uri, firstLine, object });
    for (const name of recordsIn(placed.document)) if (records.length < maxPerFile) records.push(name);
    if (objects.length >= maxPerFile) break;
  }
  return {
    objects,
    mentionsPeerPodsConfigMap: text.includes('peer-pods-cm'),
    ...(records.length > 0 ? { records } : {}),
    ...overlayIn(uri, documents),
  };
}

/** Read whatever it speaks of: that it changes files of ours, it need not say in our words. */
function overlayIn(uri: string, documents: readonly PlacedDocument[]): Pick<IndexedFile, 'kustomization'> {
  if (!isKustomizationName(uri)) return {};
  const [kustomization] = documents
    .slice(0, maxOverlays)
    .flatMap(({ document: { parsed } }) => kustomizationFact(uri, parsed.root) ?? []);
  return kustomization === undefined ? {} : { kustomization };
}

/** So much text is cut into documents at a time: with 5 MB of markers that takes half a second. */
const pieceLength = 100_000;

/**
 * The same of a whole text, a piece at a time: nobody has cut it into documents yet, and most of it holds nothing of
 * ours.
 */
export function* textFactsInSteps(uri: string, text: string): Generator<undefined, IndexedFile, undefined> {
  if (isEnvFileName(uri)) return envFacts(uri, text);
  const objects: IndexedObject[] = [];
  let mentionsPeerPodsConfigMap = false;
  let linesBefore = 0;
  let overlay: Pick<IndexedFile, 'kustomization'> = {};
  const records: string[] = [];
  for (let start = 0; start < text.length && objects.length < maxPerFile;) {
    yield;
    // At the first marker after so much text: a document is not cut.
    const marker = text.indexOf('\n---', start + pieceLength);
    const end = marker === -1 ? text.length : marker + 1;
    const piece = text.slice(start, end);
    if (isIndexable(uri, piece)) {
      const found = yield* factsInSteps(uri, piece);
      if (found.kustomization !== undefined) overlay = { kustomization: found.kustomization };
      mentionsPeerPodsConfigMap ||= found.mentionsPeerPodsConfigMap;
      records.push(...(found.records ?? []).slice(0, Math.max(0, maxPerFile - records.length)));
      for (const fact of found.objects) objects.push({ ...fact, firstLine: fact.firstLine + linesBefore });
    }
    linesBefore += countLineBreaks(piece);
    start = end;
  }
  // The rest of a file of so many objects is not read, but may be spoken of.
  return {
    objects: objects.slice(0, maxPerFile),
    mentionsPeerPodsConfigMap: mentionsPeerPodsConfigMap || text.includes('peer-pods-cm'),
    ...(records.length > 0 ? { records } : {}),
    ...overlay,
  };
}

const none: readonly IndexedObject[] = [];

/**
 * What several files contribute together.
 * @param previous what they contributed before: of kinds of which nothing changed the list is the same, so that nobody
 * must look again
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
      for (const { object } of file.objects) patches.push({ uri, id: object.id, name: object.name });
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
  const before = previous?.envProviders;
  const envProviders =
    before !== undefined &&
    before.size === named.size &&
    [...named].every(([uri, provider]) => before.get(uri) === provider)
      ? before
      : named;
  const records = sameSet(previous?.records, new Set(files.flatMap((file) => file.records ?? [])));
  const overlays = joinOverlays(kustomizations, patches, previous?.overlays);
  return {
    of: lookUp(kept),
    mentionsPeerPodsConfigMap,
    envFiles: joinEnvFiles(takingEnvFiles, envProviders),
    envProviders,
    overlays,
    records,
    whole: true,
  };
}

/**
 * Made here, because a function keeps all that it was made among: `previous` would keep what was before it, and so on
 * for ever.
 */
function lookUp(lists: ReadonlyMap<string, readonly IndexedObject[]>): WorkspaceSnapshot['of'] {
  return (id) => lists.get(id) ?? none;
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
    (!exactly || (one.firstLine === other.firstLine && samePlaces(one.object, other.object)))
  );
}

/**
 * Do two versions of a file contribute the same, as far as other files are interested: meanings, and with `exactly`
 * their places too?
 */
export function sameFacts(one: IndexedFile | undefined, other: IndexedFile | undefined, exactly: boolean): boolean {
  if (one === other) return true;
  const [mine, others] = [one?.objects ?? [], other?.objects ?? []];
  return (
    (one?.mentionsPeerPodsConfigMap ?? false) === (other?.mentionsPeerPodsConfigMap ?? false) &&
    one?.env?.meaning === other?.env?.meaning &&
    one?.kustomization?.meaning === other?.kustomization?.meaning &&
    sameRecords(one?.records, other?.records) &&
    mine.length === others.length &&
    mine.every((fact, index) => sameFact(fact, others[index], exactly))
  );
}

function sameRecords(one: readonly string[] = [], other: readonly string[] = []): boolean {
  return one.length === other.length && one.every((name, index) => name === other[index]);
}

/** Of two objects of the same meaning: do they stand at the same places of their documents? */
function samePlaces(one: DocumentObject, other: DocumentObject): boolean {
  if (one === other) return true;
  const values = [...other.values.values()];
  return (
    samePlace(one, other) && [...one.values.values()].every((value, index) => samePlace(value, values[index] ?? other))
  );
}

function samePlace(one: LineSpan, other: LineSpan): boolean {
  return one.line === other.line && one.column === other.column && one.length === other.length;
}

/** The same facts, where there may be files that are not known: nothing can be said of what is not there. */
export function partOf(facts: WorkspaceSnapshot): WorkspaceSnapshot {
  return { ...facts, mentionsPeerPodsConfigMap: true, whole: false };
}

/** The facts of a workspace given as texts. */
export function createWorkspaceSnapshot(
  files: readonly { readonly uri: string; readonly text: string }[],
): WorkspaceSnapshot {
  return joinFacts(
    files.filter(({ uri, text }) => isIndexable(uri, text)).map(({ uri, text }) => indexFile(uri, text)),
  );
}
