/**
 * Divides a file into YAML documents. Documents whose text doesn't change between two versions of a file remain the
 * same objects.
 */
import { splitDocuments } from './parse/chunks.ts';
import { findManifests, mayBeKnown } from './manifest.ts';
import type { Manifest } from './manifestModel.ts';
import { parseTemplate, parseYamlDocument, type ParseResult } from './parse/parse.ts';
import { isHelmTemplate, type Template, type TemplateText } from './parse/template.ts';
import { bytes } from '#platform/bytes.ts';

/** Matches keys with encoded values. */
const packing =
  /\bio\.katacontainers\.config\.(?:agent\.policy|(?:runtime|hypervisor)\.cc_init_data)\b|\b(?:INITDATA|AGENT_POLICY)\b/;

/** Matches a runtime class that starts like those of OSC, and annotations of Kata. */
const kataPod = /runtime[-_]?class\w*["']?\s*:\s*["']?k|\bio\.katacontainers\.|\bagents\.x-k8s\.io\//i;

/** Matches a line that starts with a control statement of a Helm template. */
const statement = /(?:^|[\r\n])[ \t]*\{\{-?[ \t]*(?:if|else|end|range|with|define|block)\b/;

/** A YAML document. It doesn't store its position in the file, so that it remains valid when text before it changes. */
export class YamlDocument {
  readonly text: string;
  #mayBeKnown: boolean | undefined;
  #packs: boolean | undefined;
  #mayRunInKata: boolean | undefined;
  #parsed: ParseResult | undefined;
  #manifests: readonly Manifest[] | undefined;
  #isHelm: boolean | undefined;

  constructor(text: string) {
    this.text = text;
  }

  /** Creates a document that contains a certain branch of a template. */
  static ofBranch(text: string, template: Template, rendered: TemplateText): YamlDocument {
    const document = new YamlDocument(text);
    document.#parsed = { ...parseTemplate(text, template, rendered), effort: 0 };
    return document;
  }

  /**
   * True if a line of the document starts with a Helm control statement. A condition might then determine whether this
   * document, or another one in its file, exists.
   */
  get hasStatements(): boolean {
    return this.isHelm && statement.test(this.text);
  }

  /**
   * True if the document is part of a Helm template, so that other parts might add to it. Doesn't parse the document.
   */
  get isHelm(): boolean {
    this.#isHelm ??= isHelmTemplate(this.text);
    return this.#isHelm;
  }

  /** True if the document might be of a known kind. Doesn't parse the document. */
  get mayBeKnown(): boolean {
    this.#mayBeKnown ??= mayBeKnown(this.text);
    return this.#mayBeKnown;
  }

  /** True if the document might contain an embedded policy or initdata. Doesn't parse the document. */
  get packs(): boolean {
    this.#packs ??= this.mayBeKnown && packing.test(this.text);
    return this.#packs;
  }

  /** True if the document might contain a workload that runs in a Kata sandbox. Doesn't parse the document. */
  get mayRunInKata(): boolean {
    this.#mayRunInKata ??= this.mayBeKnown && kataPod.test(this.text);
    return this.#mayRunInKata;
  }

  /** Parsed document. Parsed on first use. */
  get parsed(): ParseResult {
    this.#parsed ??= parseYamlDocument(this.text);
    return this.#parsed;
  }

  /** True if the document was parsed. */
  get isParsed(): boolean {
    return this.#parsed !== undefined;
  }

  /** Objects of known kinds in the document. Empty for a template. */
  get manifests(): readonly Manifest[] {
    this.#manifests ??= this.mayBeKnown && !this.parsed.template ? findManifests(this.parsed) : [];
    return this.#manifests;
  }

  /** Object that is the entire document, if it is of a known kind. */
  get manifest(): Manifest | undefined {
    const [first] = this.manifests;
    return first?.part === undefined ? first : undefined;
  }

  /** Returns the object at this offset of the document's text. */
  manifestAt(offset: number): Manifest | undefined {
    return this.manifest ?? this.manifests.find(({ root }) => root.start <= offset && offset <= root.end);
  }
}

/** A document with its position in a file. */
export interface PlacedDocument {
  readonly document: YamlDocument;
  /** Offset of the document in the file. */
  readonly start: number;
}

/** Returns the documents of a file. Reuses documents from the previous version if their text is unchanged. */
export function readDocuments(text: string, previous: readonly PlacedDocument[] = []): PlacedDocument[] {
  const chunks = splitDocuments(text);
  const out: PlacedDocument[] = [];
  let head = 0;
  while (head < chunks.length && chunks[head]?.text === previous[head]?.document.text) head += 1;
  const shift = previous.length - chunks.length;
  let tail = chunks.length;
  while (tail > head && tail + shift > head && chunks[tail - 1]?.text === previous[tail - 1 + shift]?.document.text)
    tail -= 1;
  const moved =
    head < tail
      ? new Map(previous.slice(head, tail + shift).map(({ document }) => [document.text, document]))
      : undefined;
  for (const [index, chunk] of chunks.entries()) {
    const known =
      index < head
        ? previous[index]?.document
        : index >= tail
          ? previous[index + shift]?.document
          : moved?.get(chunk.text);
    out.push({
      document: known ?? new YamlDocument(previous.length === 0 ? chunk.text : copyString(chunk.text)),
      start: chunk.start,
    });
  }
  return out;
}

/**
 * Copies a string. In V8, a substring keeps the complete original string in memory. Documents outlive the version of
 * the file that they are from, so without copies each could keep a different version of the entire file.
 */
export function copyString(text: string): string {
  // V8 already copies the characters of short substrings.
  if (text.length < 13) return text;
  return bytes.copyOf(text);
}

/** Copies several strings, like `copyString`. Copying them together is faster. */
export function copyStrings(texts: readonly string[]): readonly string[] {
  const copies = copyString(texts.join('\n')).split('\n');
  return copies.length === texts.length ? copies : texts.map(copyString);
}

/** Returns the document at this offset of the file. At the boundary between two documents, returns the later one. */
export function findDocument(documents: readonly PlacedDocument[], offset: number): PlacedDocument | undefined {
  return documents.findLast(({ start }) => start <= offset);
}
