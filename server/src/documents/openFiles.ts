/** The files that are open in the client, as text and as YAML documents. What is closed is forgotten. */
import type { Connection } from 'vscode-languageserver';
import { TextDocuments } from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { documentAt, readDocuments, type PlacedDocument } from './sourceFile.ts';

/** An open file. Its documents are cut when first asked for, and re-cut when its text has changed. */
export class OpenFile {
  readonly text: TextDocument;
  #documents: readonly PlacedDocument[] = [];
  #version: number | undefined;

  constructor(text: TextDocument) {
    this.text = text;
  }

  get uri(): string {
    return this.text.uri;
  }

  get version(): number {
    return this.text.version;
  }

  get documents(): readonly PlacedDocument[] {
    if (this.#version !== this.text.version) {
      this.#documents = readDocuments(this.text.getText(), this.#documents);
      this.#version = this.text.version;
    }
    return this.#documents;
  }

  /** The document at an offset of the file. */
  documentAt(offset: number): PlacedDocument | undefined {
    return documentAt(this.documents, offset);
  }
}

/** The open files, with word of what happens to them. */
export class OpenFiles {
  readonly #files = new Map<string, OpenFile>();
  readonly #changed: ((file: OpenFile) => void)[] = [];
  readonly #closed: ((uri: string) => void)[] = [];

  constructor(connection: Connection) {
    const documents = new TextDocuments(TextDocument);
    documents.onDidOpen(({ document }) => {
      if (isSound(document)) this.#files.set(document.uri, new OpenFile(document));
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

  /** After a file was opened or its text changed. */
  onChange(listener: (file: OpenFile) => void): void {
    this.#changed.push(listener);
  }

  onClose(listener: (uri: string) => void): void {
    this.#closed.push(listener);
  }
}

/** The protocol says that both are strings. A client that says otherwise must not end the server. */
function isSound(document: TextDocument): boolean {
  return typeof (document.uri as unknown) === 'string' && typeof (document.getText() as unknown) === 'string';
}
