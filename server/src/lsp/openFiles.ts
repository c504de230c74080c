/** Manages the files that are open in the client. Closed files are removed. */
import { TextDocument } from 'vscode-languageserver-textdocument';
import type { LspConnection } from './connection/lspConnection.ts';
import { OpenFile, type MadeOfEnvFile } from '../engine/workspace/openFile.ts';

/** The open files, with events for changes. */
export class OpenFiles {
  readonly #files = new Map<string, OpenFile>();
  readonly #changed: ((file: OpenFile) => void)[] = [];
  readonly #closed: ((uri: string) => void)[] = [];
  readonly #onDisk: ((uri: string) => void)[] = [];

  constructor(connection: LspConnection, madeOf: MadeOfEnvFile) {
    const documents = new Map<string, TextDocument>();
    connection.onNotification('textDocument/didOpen', ({ textDocument: { uri, languageId, version, text } }) => {
      const document = TextDocument.create(uri, languageId, version, text);
      documents.set(uri, document);
      if (!isSound(document)) return;
      const file = new OpenFile(document, madeOf);
      this.#files.set(uri, file);
      for (const listener of this.#onDisk) listener(uri);
      for (const listener of this.#changed) listener(file);
    });
    connection.onNotification('textDocument/didChange', ({ textDocument: { uri, version }, contentChanges }) => {
      const document = documents.get(uri);
      if (document === undefined || contentChanges.length === 0) return;
      TextDocument.update(document, contentChanges, version);
      const file = this.#files.get(uri);
      if (file !== undefined && isSound(document)) for (const listener of this.#changed) listener(file);
    });
    connection.onNotification('textDocument/didSave', ({ textDocument: { uri } }) => {
      if (this.#files.has(uri)) for (const listener of this.#onDisk) listener(uri);
    });
    connection.onNotification('textDocument/didClose', ({ textDocument: { uri } }) => {
      if (!documents.delete(uri)) return;
      this.#files.delete(uri);
      for (const listener of this.#closed) listener(uri);
    });
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
