/**
 * What the files of the workspace hold, kept up to date: open files as they are in the editor, others as they are on
 * disk.
 */
import { isEnvFileName } from '#core/kinds/envFile.ts';
import type { PlacedDocument } from '../yaml/yamlDocument.ts';
import { TimeSlice, type MonotonicClock } from '../scheduling/timeSlice.ts';
import {
  factsInSteps,
  isIndexable,
  joinFacts,
  maxInAll,
  partOf,
  sameFacts,
  textFactsInSteps,
  type IndexedFile,
  type WorkspaceSnapshot,
} from './workspaceSnapshot.ts';
import { canonicalizeUri } from './fileUri.ts';
import type { FilesToCheck, WorkspaceReader } from '#server/platform/workspaceReader.ts';

/** Returns what lists and reads the files that can be checked, as far as the reader can. */
export function filesToCheck(reader: WorkspaceReader): FilesToCheck {
  return reader.toCheck ?? { list: () => reader.list(), read: (uri) => reader.read(uri) };
}

/** Files are known by their URIs, in whatever way these are written. */
export class WorkspaceIndex {
  readonly #now: MonotonicClock | undefined;
  #reader: WorkspaceReader | undefined;
  readonly #onDisk = new Map<string, IndexedFile>();
  /** How many objects `#onDisk` holds. */
  #kept = 0;
  readonly #open = new Map<string, IndexedFile | undefined>();
  /** What is under way for a file, on disk and in the editor: what began later knows better. */
  readonly #reading = new Map<string, symbol>();
  readonly #looking = new Map<string, symbol>();
  readonly #listeners: (() => void)[] = [];
  readonly #diskListeners: ((uri: string) => void)[] = [];
  /** Env files that were read, or are being read, because a kustomization names them. */
  readonly #asked = new Set<string>();
  readonly #firstRead: (() => void)[] = [];
  #complete = false;
  /** All files were named, and none are being looked for. */
  #whole = false;
  #facts: WorkspaceSnapshot | undefined;
  /** The facts before the last change. */
  #before: WorkspaceSnapshot | undefined;

  /** @param now the clock by which it gives way to others; handed in, so that tests need not wait for the real one */
  constructor(now?: MonotonicClock) {
    this.#now = now;
  }

  /** What is known of the workspace, once all of it was read; undefined before. */
  facts(): WorkspaceSnapshot | undefined {
    if (!this.#complete) return undefined;
    this.#facts ??= this.#join();
    this.#before = this.#facts;
    return this.#facts;
  }

  /** Called after the facts became different. */
  onChange(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /**
   * Reads the whole workspace, without holding up anything else. Once more when another workspace is there, or other
   * files of it count: until that has ended, what was known stays known. Only one may be under way.
   */
  async readAll(reader: WorkspaceReader): Promise<void> {
    this.#reader = reader;
    this.#whole = false;
    // What the reader before is still reading may not count any more.
    this.#reading.clear();
    const listed = new Set<string>();
    for await (const uri of reader.list()) {
      const key = canonicalizeUri(uri);
      listed.add(key);
      await this.#readFile(key);
    }
    // Others are gone, or came meanwhile.
    const others = [...this.#onDisk.keys()].filter((key) => !listed.has(key));
    for (const key of others) await this.#readFile(key);
    this.#complete = true;
    this.#whole = reader.whole();
    this.#facts = undefined;
    this.#asked.clear();
    this.#tell();
    for (const resolve of this.#firstRead.splice(0)) resolve();
  }

  /** A file was made, changed or removed on disk. */
  async refresh(uri: string): Promise<void> {
    const key = canonicalizeUri(uri);
    await this.#readFile(key);
    for (const listener of this.#diskListeners) listener(key);
  }

  /**
   * Called with the URI of each file or folder that was created, changed, or removed on disk, after the index has read
   * it.
   */
  onDisk(listener: (uri: string) => void): void {
    this.#diskListeners.push(listener);
  }

  /** Resolves when the workspace was read once. */
  async whenRead(): Promise<void> {
    if (!this.#complete) await new Promise<void>((resolve) => this.#firstRead.push(resolve));
  }

  /** Lists all files of the workspace that can be checked, and the env files that kustomizations name. */
  async *filesToCheck(): AsyncGenerator<string> {
    if (this.#reader === undefined) return;
    for await (const uri of filesToCheck(this.#reader).list()) yield canonicalizeUri(uri);
    for (const uri of this.facts()?.envFiles.keys() ?? []) if (isEnvFileName(uri)) yield uri;
  }

  /** Reads a file that can be checked; undefined if it isn't one of the workspace. */
  async readToCheck(uri: string): Promise<string | undefined> {
    return this.#reader === undefined ? undefined : filesToCheck(this.#reader).read(uri);
  }

  /** The files below a folder, as they are on disk now. */
  async *filesBelow(folder: string): AsyncGenerator<string> {
    if (this.#reader !== undefined) yield* this.#reader.list(folder);
  }

  /** The files below these folders of which something is known. */
  knownBelow(folders: Iterable<string>): readonly string[] {
    const gone = new Set([...folders].map((uri) => canonicalizeUri(uri).replace(/\/$/, '')));
    return gone.size === 0
      ? []
      : [...this.#onDisk.keys()].filter((key) => foldersAbove(key).some((folder) => gone.has(folder)));
  }

  /**
   * A file is open with this content. Known at once when there is little to look at; otherwise others get their turn
   * meanwhile.
   */
  async setOpen(uri: string, text: string, documents: readonly PlacedDocument[]): Promise<void> {
    const key = canonicalizeUri(uri);
    const looking = Symbol(uri);
    this.#looking.set(key, looking);
    const isStale = () => this.#looking.get(key) !== looking;
    const steps = isIndexable(uri, text) ? factsInSteps(uri, text, documents) : undefined;
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

  /** A file is no longer open: what is on disk counts again. */
  setClosed(uri: string): void {
    const key = canonicalizeUri(uri);
    this.#looking.delete(key);
    this.#change(key, () => this.#open.delete(key));
  }

  #join(): WorkspaceSnapshot {
    const files = [
      ...[...this.#onDisk].filter(([key]) => !this.#open.has(key)).map(([, facts]) => facts),
      ...[...this.#open.values()].filter((facts) => facts !== undefined),
    ];
    const known = joinFacts(files, this.#before);
    return this.#whole ? known : partOf(known);
  }

  async #readFile(key: string): Promise<void> {
    // Of two reads under way the later one knows better, whichever ends first.
    const reading = Symbol(key);
    this.#reading.set(key, reading);
    const isStale = () => this.#reading.get(key) !== reading;
    let facts: IndexedFile | undefined;
    try {
      facts = await this.#factsOnDisk(key, isStale);
    } catch {
      // One file that cannot be looked at says nothing; the others do.
    }
    if (isStale()) return;
    this.#reading.delete(key);
    this.#change(key, () => this.#keep(key, facts));
  }

  /** Keeps what a file on disk says: as many objects as are ever asked for, and no more. */
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
      facts.records !== undefined
    )
      this.#onDisk.set(key, { ...facts, objects });
  }

  async #factsOnDisk(uri: string, isStale: () => boolean): Promise<IndexedFile | undefined> {
    if (isEnvFileName(uri) && !this.#namesEnvFile(uri)) return undefined;
    const text = await this.#reader?.read(uri);
    if (text === undefined) return undefined;
    const steps = textFactsInSteps(uri, text);
    const slice = new TimeSlice(this.#now);
    let step = steps.next();
    while (step.done !== true && !isStale()) {
      if (slice.isOver) await slice.pause();
      step = steps.next();
    }
    return step.value;
  }

  /** What counts of a file: as it is in the editor, or else on disk. */
  #ofFile(key: string): IndexedFile | undefined {
    return this.#open.has(key) ? this.#open.get(key) : this.#onDisk.get(key);
  }

  /**
   * Makes a change of one file. Most change nothing for others: the rest is not even looked at then, however much it
   * is.
   */
  #change(key: string, make: () => void): void {
    const before = this.#ofFile(key);
    make();
    const now = this.#ofFile(key);
    if (!sameFacts(before, now, true)) this.#facts = undefined;
    // Places move with every keystroke; who must look again is only interested in names and places of files.
    if (this.#complete && !sameFacts(before, now, false)) this.#tell();
  }

  #tell(): void {
    this.#readEnvFiles();
    for (const listener of this.#listeners) listener();
  }

  /** Only these are read: env files often hold passwords. */
  #namesEnvFile(key: string): boolean {
    return this.facts()?.envFiles.has(key) === true;
  }

  /**
   * Env files are no YAML, and not among the files that are listed: those that kustomizations name are read once these
   * are known.
   */
  #readEnvFiles(): void {
    for (const key of this.facts()?.envFiles.keys() ?? []) {
      if (this.#asked.has(key) || !isEnvFileName(key)) continue;
      this.#asked.add(key);
      // Nobody waits for it, and it does not fail.
      this.#readFile(key).catch(() => undefined);
    }
  }
}

/** The URIs of all folders above a file. */
function foldersAbove(uri: string): string[] {
  const above: string[] = [];
  for (let at = uri.lastIndexOf('/'); at > 0; at = uri.lastIndexOf('/', at - 1)) above.push(uri.slice(0, at));
  return above;
}
