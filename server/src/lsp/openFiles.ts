/** Manages the files that are open in the client. Closed files are removed. */
import type { Connection } from 'vscode-languageserver';
import { TextDocuments } from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { OpenFile, type MadeOfEnvFile } from '../engine/workspace/openFile.ts';

/** The open files, with events for changes. */
export class OpenFiles {
  readonly #files = new Map<string, OpenFile>();
  readonly #changed: ((file: OpenFile) => void)[] = [];
  readonly #closed: ((uri: string) => void)[] = [];
  readonly #onDisk: ((uri: string) => void)[] = [];

  constructor(connection: Connection, madeOf: MadeOfEnvFile) {
    const documents = new TextDocuments(TextDocument);
    documents.onDidOpen(({ document }) => {
      if (!isSound(document)) return;
      this.#files.set(document.uri, new OpenFile(document, madeOf));
      for (const listener of this.#onDisk) listener(document.uri);
    });
    documents.onDidSave(({ document: { uri } }) => {
      if (this.#files.has(uri)) for (const listener of this.#onDisk) listener(uri);
    });
    documents.onDidChangeContent(({ document }) => {
      const file = this.#files.get(document.uri);
      if (file !== undefined && isSound(document)) for (const listener of this.#changed) listener(file);
    });
    documents.onDidClose(({ document }) => {
      this.#files.delete(document.uri);
      for (const listener of this.#closed) listener(document.uri);
    });
    documents.listen(connection);
  }

  get(uri: string): OpenFile | undefined {
    return this.#files.get(uri);
  }

  all(): Iterable<OpenFile> {
    return this.#files.values();
  }

  /** Calls the listener after a file is opened or its text changes. */
  onChange(listener: (file: OpenFile) => void): void {
    this.#changed.push(listener);
  }

  onClose(listener: (uri: string) => void): void {
    this.#closed.push(listener);
  }

  /**
   * Calls the listener after a file is opened or saved, because other files might have changed on disk without a
   * notification.
   */
  onDisk(listener: (uri: string) => void): void {
    this.#onDisk.push(listener);
  }
}

/**
 * Returns whether the document is valid. The protocol requires both fields to be strings, but an invalid client must
 * not crash the server.
 */
function isSound(document: TextDocument): boolean {
  return typeof (document.uri as unknown) === 'string' && typeof (document.getText() as unknown) === 'string';
}
