/** What the files of the workspace hold, kept up to date: open files as they are in the editor, others as they are on disk. */
import type { PlacedDocument } from '../documents/sourceFile.ts';
import { fileFacts, hasFacts, joinFacts, type FileFacts, type WorkspaceFacts } from './facts.ts';

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
  readonly #reading = new Map<string, symbol>();
  readonly #listeners: (() => void)[] = [];
  #complete = false;
  #facts: WorkspaceFacts | undefined;
  #said = '';

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
    this.#update();
  }

  /** A file was made, changed or removed on disk. */
  async refresh(uri: string): Promise<void> {
    await this.#readFile(uri);
    this.#update();
  }

  /** A file is open with this content. */
  setOpen(uri: string, text: string, documents: readonly PlacedDocument[]): void {
    const facts = hasFacts(text) ? fileFacts(uri, text, documents) : undefined;
    this.#open.set(uri, facts);
    this.#update();
  }

  /** A file is no longer open: what is on disk counts again. */
  setClosed(uri: string): void {
    if (this.#open.delete(uri)) this.#update();
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
    const text = await this.#reader.read(uri);
    if (this.#reading.get(uri) !== reading) return;
    this.#reading.delete(uri);
    if (text === undefined || !hasFacts(text)) this.#onDisk.delete(uri);
    else this.#onDisk.set(uri, fileFacts(uri, text));
  }

  #update(): void {
    this.#facts = undefined;
    const facts = this.facts();
    if (facts === undefined) return;
    // Positions move with every keystroke; who must look again is only interested in names and places of files.
    const summary = JSON.stringify([facts.kataConfigs.map(({ uri, name }) => [uri, name]), facts.mentionsPeerPodsConfigMap]);
    if (summary === this.#said) return;
    this.#said = summary;
    for (const listener of this.#listeners) listener();
  }
}
