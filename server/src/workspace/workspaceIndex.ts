/** What the files of the workspace hold, kept up to date: open files as they are in the editor, others as they are on disk. */
import type { PlacedDocument } from '../documents/sourceFile.ts';
import { Slice } from '../slices.ts';
import { factsInSteps, hasFacts, joinFacts, sameFacts, type FileFacts, type WorkspaceFacts } from './facts.ts';

/** Reads the workspace's files; handed in, so that tests need no disk. */
export interface WorkspaceReader {
  /** Every YAML file of the workspace, in any order; ends when all were named. */
  list(): AsyncIterable<string>;
  /** After `list` has ended: there are folders, and all their files were named. Otherwise nothing can be said of what is not there. */
  whole(): boolean;
  /** The text of a file, or undefined when it cannot be read or is too large. */
  read(uri: string): Promise<string | undefined>;
}

export class WorkspaceIndex {
  readonly #reader: WorkspaceReader;
  readonly #onDisk = new Map<string, FileFacts>();
  readonly #open = new Map<string, FileFacts | undefined>();
  /** What is under way for a file, on disk and in the editor: what began later knows better. */
  readonly #reading = new Map<string, symbol>();
  readonly #looking = new Map<string, symbol>();
  readonly #listeners: (() => void)[] = [];
  #complete = false;
  #facts: WorkspaceFacts | undefined;

  constructor(reader: WorkspaceReader) {
    this.#reader = reader;
  }

  /** What is known of the workspace, once all of it was read; undefined before. */
  facts(): WorkspaceFacts | undefined {
    if (!this.#complete) return undefined;
    this.#facts ??= this.#join();
    return this.#facts;
  }

  /** Called after the facts became different. */
  onChange(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** Reads the whole workspace, without holding up anything else. */
  async readAll(): Promise<void> {
    for await (const uri of this.#reader.list()) await this.#readFile(uri);
    this.#complete = true;
    this.#facts = undefined;
    this.#tell();
  }

  /** A file was made, changed or removed on disk. */
  async refresh(uri: string): Promise<void> {
    await this.#readFile(uri);
  }

  /** A file is open with this content. Known at once when there is little to look at; otherwise others get their turn meanwhile. */
  async setOpen(uri: string, text: string, documents: readonly PlacedDocument[]): Promise<void> {
    const looking = Symbol(uri);
    this.#looking.set(uri, looking);
    const isStale = () => this.#looking.get(uri) !== looking;
    const steps = hasFacts(text) ? factsInSteps(uri, text, documents) : undefined;
    const slice = new Slice();
    let step = steps?.next();
    while (step?.done === false) {
      if (slice.isOver) {
        await slice.pause();
        if (isStale()) return;
      }
      step = steps?.next();
    }
    this.#looking.delete(uri);
    const facts = step?.value;
    this.#change(uri, () => this.#open.set(uri, facts));
  }

  /** A file is no longer open: what is on disk counts again. */
  setClosed(uri: string): void {
    this.#looking.delete(uri);
    this.#change(uri, () => this.#open.delete(uri));
  }

  #join(): WorkspaceFacts {
    const known = joinFacts([
      ...[...this.#onDisk].filter(([uri]) => !this.#open.has(uri)).map(([, facts]) => facts),
      ...[...this.#open.values()].filter((facts) => facts !== undefined),
    ]);
    return this.#reader.whole() ? known : { ...known, mentionsPeerPodsConfigMap: true };
  }

  async #readFile(uri: string): Promise<void> {
    // Of two reads under way the later one knows better, whichever ends first.
    const reading = Symbol(uri);
    this.#reading.set(uri, reading);
    const isStale = () => this.#reading.get(uri) !== reading;
    let facts: FileFacts | undefined;
    try {
      facts = await this.#factsOnDisk(uri, isStale);
    } catch {
      // One file that cannot be looked at says nothing; the others do.
    }
    if (isStale()) return;
    this.#reading.delete(uri);
    this.#change(uri, () => (facts === undefined ? this.#onDisk.delete(uri) : this.#onDisk.set(uri, facts)));
  }

  async #factsOnDisk(uri: string, isStale: () => boolean): Promise<FileFacts | undefined> {
    const text = await this.#reader.read(uri);
    if (text === undefined || !hasFacts(text)) return undefined;
    const steps = factsInSteps(uri, text);
    const slice = new Slice();
    let step = steps.next();
    while (step.done !== true && !isStale()) {
      if (slice.isOver) await slice.pause();
      step = steps.next();
    }
    return step.value;
  }

  /** What counts of a file: as it is in the editor, or else on disk. */
  #ofFile(uri: string): FileFacts | undefined {
    return this.#open.has(uri) ? this.#open.get(uri) : this.#onDisk.get(uri);
  }

  /** Makes a change of one file. Most change nothing for others: the rest is not even looked at then, however much it is. */
  #change(uri: string, make: () => void): void {
    const before = this.#ofFile(uri);
    make();
    const now = this.#ofFile(uri);
    if (!sameFacts(before, now, true)) this.#facts = undefined;
    // Places move with every keystroke; who must look again is only interested in names and places of files.
    if (this.#complete && !sameFacts(before, now, false)) this.#tell();
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}
