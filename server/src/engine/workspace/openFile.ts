/** A file as text and as YAML documents. */
import { detectPolicyLanguage } from '#core/agent/looksLikePolicy.ts';
import { isEnvFileName } from '#core/kinds/envFile.ts';
import { detectStatusLanguage } from '#core/explain/mentionsStatus.ts';
import { isPromqlFile } from '#core/metrics/promqlFile.ts';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { EnvDocument, type EnvFileTarget } from '../yaml/envDocument.ts';
import { findDocument, readDocuments, type PlacedDocument } from '../yaml/yamlDocument.ts';

/** What a kustomization makes of the env file at this URI, if any names it. */
export type MadeOfEnvFile = (uri: string) => EnvFileTarget | undefined;

/** The languages that files are read as. */
export type FileLanguage = 'yaml' | 'env' | 'rego' | 'toml' | 'promql' | 'json' | 'markdown';

/**
 * An open file, or one that is checked. Its documents are cut when first asked for, and re-cut when its text, or what
 * is made of it, has changed.
 */
export class OpenFile {
  readonly text: TextDocument;
  /**
   * Only YAML and env files have documents. The keys and values of an env file count where a kustomization of the
   * workspace names it. Files of unknown languages are read as YAML.
   */
  readonly language: FileLanguage;
  readonly #madeOf: MadeOfEnvFile;
  #documents: readonly PlacedDocument[] = [];
  #version: number | undefined;
  #made: EnvFileTarget | undefined;

  /** @param language by default, follows from the name and the language id */
  constructor(text: TextDocument, madeOf: MadeOfEnvFile = () => undefined, language: FileLanguage = languageOf(text)) {
    this.text = text;
    this.language = language;
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
    if (
      this.#version !== this.text.version ||
      this.#made?.kind !== made?.kind ||
      this.#made?.provider !== made?.provider
    ) {
      this.#documents = this.#read(made);
      this.#version = this.text.version;
      this.#made = made;
    }
    return this.#documents;
  }

  #read(made: EnvFileTarget | undefined): readonly PlacedDocument[] {
    if (this.language === 'env') return envDocuments(this.text.getText(), made);
    return this.language === 'yaml' ? readDocuments(this.text.getText(), this.#documents) : [];
  }

  /** The document at an offset of the file. */
  documentAt(offset: number): PlacedDocument | undefined {
    return findDocument(this.documents, offset);
  }
}

function languageOf({ uri, languageId }: TextDocument): FileLanguage {
  const policy = detectPolicyLanguage(uri, languageId);
  if (policy !== undefined) return policy;
  if (isPromqlFile(uri, languageId)) return 'promql';
  return isEnvFileName(uri) ? 'env' : (detectStatusLanguage(uri, languageId) ?? 'yaml');
}

function envDocuments(text: string, made: EnvFileTarget | undefined): readonly PlacedDocument[] {
  return made === undefined ? [] : [{ document: new EnvDocument(text, made), start: 0 }];
}
