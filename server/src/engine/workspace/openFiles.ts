/** The files that are open in the client, as text and as YAML documents. What is closed is forgotten. */
import { policyLanguage } from '#core/agent/looksLikePolicy.ts';
import { isEnvFileName } from '#core/kinds/envFile.ts';
import { statusLanguage } from '#core/explain/mentionsStatus.ts';
import { isPromqlFile } from '#core/metrics/promqlFile.ts';
import type { Connection } from 'vscode-languageserver';
import { TextDocuments } from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { EnvDocument, type EnvFileMeaning } from '../yaml/envDocument.ts';
import { documentAt, readDocuments, type PlacedDocument } from '../yaml/yamlDocument.ts';

/** What a kustomization makes of the env file at this URI, if any names it. */
export type MadeOfEnvFile = (uri: string) => EnvFileMeaning | undefined;

/** An open file. Its documents are cut when first asked for, and re-cut when its text, or what is made of it, has changed. */
export class OpenFile {
  readonly text: TextDocument;
  /** Rego, TOML, PromQL, JSON and Markdown hold no YAML documents: see policy/, promql/ and statuses/. The keys and values of an env file count where a kustomization of the workspace names it. */
  readonly language: 'yaml' | 'env' | 'rego' | 'toml' | 'promql' | 'json' | 'markdown';
  readonly #madeOf: MadeOfEnvFile;
  #documents: readonly PlacedDocument[] = [];
  #version: number | undefined;
  #made: EnvFileMeaning | undefined;

  constructor(text: TextDocument, madeOf: MadeOfEnvFile = () => undefined) {
    this.text = text;
    const other = isPromqlFile(text.uri, text.languageId) ? 'promql' : isEnvFileName(text.uri) ? 'env' : (statusLanguage(text.uri, text.languageId) ?? 'yaml');
    this.language = policyLanguage(text.uri, text.languageId) ?? other;
    this.#madeOf = madeOf;
  }

  get isEnvFile(): boolean {
    return this.language === 'env';
  }

  get uri(): string {
    return this.text.uri;
  }

  get version(): number {
    return this.text.version;
  }

  get documents(): readonly PlacedDocument[] {
    const made = this.isEnvFile ? this.#madeOf(this.uri) : undefined;
    if (this.#version !== this.text.version || this.#made?.kind !== made?.kind || this.#made?.provider !== made?.provider) {
      this.#documents = this.#read(made);
      this.#version = this.text.version;
      this.#made = made;
    }
    return this.#documents;
  }

  #read(made: EnvFileMeaning | undefined): readonly PlacedDocument[] {
    if (this.language === 'env') return envDocuments(this.text.getText(), made);
    return this.language === 'yaml' ? readDocuments(this.text.getText(), this.#documents) : [];
  }

  /** The document at an offset of the file. */
  documentAt(offset: number): PlacedDocument | undefined {
    return documentAt(this.documents, offset);
  }
}

function envDocuments(text: string, made: EnvFileMeaning | undefined): readonly PlacedDocument[] {
  return made === undefined ? [] : [{ document: new EnvDocument(text, made), start: 0 }];
}

/** The open files, with word of what happens to them. */
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

  /** After a file was opened or its text changed. */
  onChange(listener: (file: OpenFile) => void): void {
    this.#changed.push(listener);
  }

  onClose(listener: (uri: string) => void): void {
    this.#closed.push(listener);
  }

  /** After a file was opened, or written to disk: what else changed there, nobody may have said. */
  onDisk(listener: (uri: string) => void): void {
    this.#onDisk.push(listener);
  }
}

/** The protocol says that both are strings. A client that says otherwise must not end the server. */
function isSound(document: TextDocument): boolean {
  return typeof (document.uri as unknown) === 'string' && typeof (document.getText() as unknown) === 'string';
}
