/** Provides a file as text and as YAML documents. */
import { detectPolicyLanguage } from '#core/agent/looksLikePolicy.ts';
import { isEnvFileName } from '#core/kinds/envFile.ts';
import { kataConfigRole } from '#core/kata/kataConfigFile.ts';
import { looksLikeJsonManifest } from '#core/kinds/jsonManifest.ts';
import { detectStatusLanguage } from '#core/explain/mentionsStatus.ts';
import { isPromqlFile } from '#core/metrics/promqlFile.ts';
import { isShellFile } from '#core/oc/shell/shellFile.ts';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { EnvDocument, type EnvFileTarget } from '../yaml/envDocument.ts';
import { findDocument, readDocuments, type PlacedDocument } from '../yaml/yamlDocument.ts';

/** Returns the object that a kustomization generates from the env file at this URI, if any. */
export type MadeOfEnvFile = (uri: string) => EnvFileTarget | undefined;

/** The languages of files. */
export type FileLanguage = 'yaml' | 'env' | 'rego' | 'toml' | 'promql' | 'json' | 'markdown' | 'shell';

/**
 * An open file, or a file that is being checked. Its text is split into documents on first access, and again after a
 * change of the text or of the object that is generated from it.
 */
export class OpenFile {
  readonly text: TextDocument;
  /**
   * Language of the file. Only YAML and env files, and JSON files with Kubernetes objects, have documents. The keys and
   * values of an env file are used only if a kustomization of the workspace refers to it. Files in unknown languages
   * are treated as YAML.
   */
  readonly language: FileLanguage;
  readonly #madeOf: MadeOfEnvFile;
  #documents: readonly PlacedDocument[] = [];
  #version: number | undefined;
  #made: EnvFileTarget | undefined;

  /** @param language by default, derived from the name and the language ID */
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
    const text = this.text.getText();
    return this.language === 'yaml' || (this.language === 'json' && looksLikeJsonManifest(text))
      ? readDocuments(text, this.#documents)
      : [];
  }

  /** Returns the document at an offset of the file. */
  documentAt(offset: number): PlacedDocument | undefined {
    return findDocument(this.documents, offset);
  }
}

function languageOf({ uri, languageId }: TextDocument): FileLanguage {
  const policy = detectPolicyLanguage(uri, languageId);
  if (policy !== undefined) return policy;
  // Kata reads all files in its folder of drop-ins, regardless of their names.
  if (kataConfigRole(uri) !== undefined) return 'toml';
  if (isPromqlFile(uri, languageId)) return 'promql';
  if (isShellFile(uri, languageId)) return 'shell';
  return isEnvFileName(uri) ? 'env' : (detectStatusLanguage(uri, languageId) ?? 'yaml');
}

function envDocuments(text: string, made: EnvFileTarget | undefined): readonly PlacedDocument[] {
  return made === undefined ? [] : [{ document: new EnvDocument(text, made), start: 0 }];
}
