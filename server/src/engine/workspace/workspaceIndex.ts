/** Maintains an index of the workspace files. Open files are indexed as in the editor, others as on disk. */
import { findCustomKinds } from '#core/kinds/custom/customKinds.ts';
import { isEnvFileName } from '#core/kinds/envFile.ts';
import { oncePerText } from '../oncePerObject.ts';
import type { PlacedDocument, YamlDocument } from '../yaml/yamlDocument.ts';
import { TimeSlice, type MonotonicClock } from '../scheduling/timeSlice.ts';
import {
  factsInSteps,
  isIndexable,
  joinFacts,
  maxInAll,
  partOf,
  sameFacts,
  samePatches,
  textFactsInSteps,
  type IndexedFile,
  type WorkspaceSnapshot,
} from './workspaceSnapshot.ts';
import { crdGroupsIn, crdGroupsOf, type IndexedCrd } from './crds/readCrds.ts';
import { canonicalizeUri } from './fileUri.ts';
import type { FilesToCheck, WorkspaceReader } from '#server/platform/workspaceReader.ts';

/** Returns the list of files that can be checked, if the reader supports it. */
export function filesToCheck(reader: WorkspaceReader): FilesToCheck {
  return reader.toCheck ?? { list: () => reader.list(), read: (uri) => reader.read(uri) };
}

/** Maximum number of API groups whose CRDs are read because of open files. */
const maxGroups = 200;

/** The index. Identifies files by canonical URI. */
export class WorkspaceIndex {
  readonly #now: MonotonicClock | undefined;
  #reader: WorkspaceReader | undefined;
  readonly #onDisk = new Map<string, IndexedFile>();
  /** Number of objects in `#onDisk`. */
  #kept = 0;
  readonly #open = new Map<string, IndexedFile | undefined>();
  /**
   * The latest operation in progress for each file, on disk and in the editor. Results of earlier operations are
   * ignored.
   */
  readonly #reading = new Map<string, symbol>();
  readonly #looking = new Map<string, symbol>();
  readonly #listeners: (() => void)[] = [];
  readonly #diskListeners: ((uri: string) => void)[] = [];
  /** Env files that were read, or are being read, because a kustomization refers to them. */
  readonly #asked = new Set<string>();
  readonly #firstRead: (() => void)[] = [];
  /** API groups of the custom resources in open files. Their CRDs are read, too. */
  readonly #groups = new Set<string>();
  #clusterKinds: IndexedFile | undefined;
  #complete = false;
  /**
   * True if the last complete read listed all files of the workspace. Otherwise, an object that isn't indexed might
   * still exist.
   */
  #whole = false;
  #facts: WorkspaceSnapshot | undefined;
  /** The index before the last change. */
  #before: WorkspaceSnapshot | undefined;

  /** @param now clock that determines when the index yields to other work; tests replace it */
  constructor(now?: MonotonicClock) {
    this.#now = now;
  }

  /** Returns the index of the workspace, or undefined until the whole workspace has been read. */
  facts(): WorkspaceSnapshot | undefined {
    if (!this.#complete) return undefined;
    this.#facts ??= this.#join();
    this.#before = this.#facts;
    return this.#facts;
  }

  /** Registers a listener that is called after the index has changed. */
  onChange(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /**
   * Reads the whole workspace without blocking other work. Called again if the workspace or the file selection changes.
   * The previous index remains available until the read finishes. Must not be called concurrently.
   */
  async readAll(reader: WorkspaceReader): Promise<void> {
    this.#reader = reader;
    this.#whole = false;
    // Results of the previous reader might no longer be valid.
    this.#reading.clear();
    const listed = new Set<string>();
    for await (const uri of reader.list()) {
      const key = canonicalizeUri(uri);
      listed.add(key);
      await this.#readFile(key);
    }
    // These files were deleted, or created meanwhile.
    const others = [...this.#onDisk.keys()].filter((key) => !listed.has(key));
    for (const key of others) await this.#readFile(key);
    this.#complete = true;
    this.#whole = reader.whole();
    this.#facts = undefined;
    this.#asked.clear();
    this.#tell();
    for (const resolve of this.#firstRead.splice(0)) resolve();
  }

  /** Updates the index after a file was created, changed, or deleted on disk. */
  async refresh(uri: string): Promise<void> {
    const key = canonicalizeUri(uri);
    await this.#readFile(key);
    for (const listener of this.#diskListeners) listener(key);
  }

  /**
   * Registers a listener for each file or folder that was created, changed, or deleted on disk. The listener is called
   * with the URI after the index has read the file or folder.
   */
  onDisk(listener: (uri: string) => void): void {
    this.#diskListeners.push(listener);
  }

  /** Resolves when the workspace has been read for the first time. */
  async whenRead(): Promise<void> {
    if (!this.#complete) await new Promise<void>((resolve) => this.#firstRead.push(resolve));
  }

  /** Lists all files of the workspace that can be checked, and the env files that kustomizations refer to. */
  async *filesToCheck(): AsyncGenerator<string> {
    if (this.#reader === undefined) return;
    for await (const uri of filesToCheck(this.#reader).list()) yield canonicalizeUri(uri);
    for (const uri of this.facts()?.envFiles.keys() ?? []) if (isEnvFileName(uri)) yield uri;
  }

  /** Reads a file that can be checked. Returns undefined if it isn't in the workspace. */
  async readToCheck(uri: string): Promise<string | undefined> {
    return this.#reader === undefined ? undefined : filesToCheck(this.#reader).read(uri);
  }

  /** Lists the files below a folder, as they are on disk now. */
  async *filesBelow(folder: string): AsyncGenerator<string> {
    if (this.#reader !== undefined) yield* this.#reader.list(folder);
  }

  /** Returns the indexed files below these folders. */
  knownBelow(folders: Iterable<string>): readonly string[] {
    const gone = new Set([...folders].map((uri) => canonicalizeUri(uri).replace(/\/$/, '')));
    return gone.size === 0
      ? []
      : [...this.#onDisk.keys()].filter((key) => foldersAbove(key).some((folder) => gone.has(folder)));
  }

  /** Indexes the content of an open file. Finishes immediately for small files, and otherwise yields to other work. */
  async setOpen(uri: string, text: string, documents: readonly PlacedDocument[]): Promise<void> {
    const key = canonicalizeUri(uri);
    const looking = Symbol(uri);
    this.#looking.set(key, looking);
    const isStale = () => this.#looking.get(key) !== looking;
    this.#need(documents.length === 0 ? findCustomKinds(text).groups : customGroupsOf(documents));
    // The CRDs in an open file are read regardless of their group.
    const groups = new Set([
      ...this.#groups,
      ...(documents.length === 0 ? crdGroupsIn(text) : documents.flatMap(({ document }) => crdGroupsOf(document))),
    ]);
    const steps = isIndexable(uri, text) ? factsInSteps(uri, text, documents, groups) : undefined;
    const slice = new TimeSlice(this.#now);
    let step = steps?.next();
    while (step?.done === false) {
      if (slice.isOver) {
        await slice.pause();
        if (isStale()) return;
      }
      step = steps?.next();
    }
    this.#looking.delete(key);
    const facts = step?.value;
    this.#change(key, () => this.#open.set(key, facts));
  }

  /** Removes the content of a closed file. The file on disk then applies again. */
  setClosed(uri: string): void {
    const key = canonicalizeUri(uri);
    this.#looking.delete(key);
    this.#change(key, () => this.#open.delete(key));
  }

  /** Sets the kinds of the cluster that files are checked against. Without kinds, only the files apply. */
  setClusterKinds(crds: readonly IndexedCrd[]): void {
    const kinds = crds.length === 0 ? undefined : { objects: [], mentionsPeerPodsConfigMap: false, crds };
    if (sameFacts(this.#clusterKinds, kinds, false)) return;
    this.#clusterKinds = kinds;
    this.#facts = undefined;
    if (this.#complete) this.#tell();
  }

  /** Reads the CRDs of further API groups, because an open file contains objects of these groups. */
  #need(groups: Iterable<string>): void {
    const added = [...groups].filter((group) => !this.#groups.has(group));
    for (const group of added) if (this.#groups.size < maxGroups) this.#groups.add(group);
    if (added.length === 0) return;
    for (const [key, { crdGroups = [] }] of this.#onDisk)
      // Runs in the background and never fails.
      if (added.some((group) => crdGroups.includes(group))) this.#readFile(key).catch(() => undefined);
  }

  #join(): WorkspaceSnapshot {
    const files = [
      ...(this.#clusterKinds === undefined ? [] : [this.#clusterKinds]),
      ...[...this.#onDisk].filter(([key]) => !this.#open.has(key)).map(([, facts]) => facts),
      ...[...this.#open.values()].filter((facts) => facts !== undefined),
    ];
    const known = joinFacts(files, this.#before);
    return this.#whole ? known : partOf(known);
  }

  async #readFile(key: string): Promise<void> {
    // If two reads overlap, the later one wins, regardless of which one finishes first.
    const reading = Symbol(key);
    this.#reading.set(key, reading);
    const isStale = () => this.#reading.get(key) !== reading;
    let facts: IndexedFile | undefined;
    try {
      facts = await this.#factsOnDisk(key, isStale);
    } catch {
      // A file that can't be read doesn't affect the others.
    }
    if (isStale()) return;
    this.#reading.delete(key);
    this.#change(key, () => this.#keep(key, facts));
  }

  /** Stores the data of a file on disk, up to the maximum number of objects. */
  #keep(key: string, facts: IndexedFile | undefined): void {
    this.#kept -= this.#onDisk.get(key)?.objects.length ?? 0;
    this.#onDisk.delete(key);
    if (facts === undefined) return;
    const objects = facts.objects.slice(0, Math.max(0, maxInAll - this.#kept));
    this.#kept += objects.length;
    if (
      objects.length > 0 ||
      facts.mentionsPeerPodsConfigMap ||
      facts.env !== undefined ||
      facts.kustomization !== undefined ||
      facts.jsonPatch !== undefined ||
      facts.records !== undefined ||
      facts.policy !== undefined ||
      facts.crdGroups !== undefined
    )
      this.#onDisk.set(key, { ...facts, objects });
  }

  async #factsOnDisk(uri: string, isStale: () => boolean): Promise<IndexedFile | undefined> {
    if (isEnvFileName(uri) && !this.#namesEnvFile(uri)) return undefined;
    const text = await this.#reader?.read(uri);
    if (text === undefined) return undefined;
    const steps = textFactsInSteps(uri, text, this.#groups);
    const slice = new TimeSlice(this.#now);
    let step = steps.next();
    while (step.done !== true && !isStale()) {
      if (slice.isOver) await slice.pause();
      step = steps.next();
    }
    return step.value;
  }

  /** Returns the data of a file: from the editor if it's open, otherwise from disk. */
  #ofFile(key: string): IndexedFile | undefined {
    return this.#open.has(key) ? this.#open.get(key) : this.#onDisk.get(key);
  }

  /** Changes the data of one file. Most edits don't change the indexed data, so the index isn't rebuilt for them. */
  #change(key: string, make: () => void): void {
    const before = this.#ofFile(key);
    make();
    const now = this.#ofFile(key);
    const isPatch = this.#before?.overlays.patchFiles.has(key) === true;
    const isSamePatch = !isPatch || samePatches(before, now);
    if (!isSamePatch || !sameFacts(before, now, true)) this.#facts = undefined;
    // Positions change with every keystroke, but listeners only depend on the meaning and the files.
    if (this.#complete && (!isSamePatch || !sameFacts(before, now, false))) this.#tell();
  }

  #tell(): void {
    this.#readEnvFiles();
    for (const listener of this.#listeners) listener();
  }

  /**
   * Returns whether a kustomization refers to an env file. Other env files aren't read, because they often contain
   * passwords.
   */
  #namesEnvFile(key: string): boolean {
    return this.facts()?.envFiles.has(key) === true;
  }

  /**
   * Reads the env files that kustomizations refer to. Env files aren't YAML, so the list of files doesn't include them.
   */
  #readEnvFiles(): void {
    for (const key of this.facts()?.envFiles.keys() ?? []) {
      if (this.#asked.has(key) || !isEnvFileName(key)) continue;
      this.#asked.add(key);
      // Runs in the background and never fails.
      this.#readFile(key).catch(() => undefined);
    }
  }
}

const customGroupsIn = oncePerText(({ text }: YamlDocument) => findCustomKinds(text).groups);

/** Returns the API groups of the custom resources in documents. After an edit, nearly all documents are known. */
function customGroupsOf(documents: readonly PlacedDocument[]): ReadonlySet<string> {
  const groups = new Set<string>();
  for (const { document } of documents) for (const group of customGroupsIn(document)) groups.add(group);
  return groups;
}

/** Returns the URIs of all folders above a file. */
function foldersAbove(uri: string): string[] {
  const above: string[] = [];
  for (let at = uri.lastIndexOf('/'); at > 0; at = uri.lastIndexOf('/', at - 1)) above.push(uri.slice(0, at));
  return above;
}
