/**
 * A file as its YAML documents. Between two versions of a file, documents whose text did not change are the same
 * objects.
 */
import { splitDocuments } from './parse/chunks.ts';
import { findManifests, mayBeKnown } from './manifest.ts';
import type { Manifest } from './manifestModel.ts';
import { parseYamlDocument, type ParseResult } from './parse/parse.ts';
import { bytes } from '#platform/bytes.ts';

/** The keys whose values are packed. */
const packing = /\bio\.katacontainers\.config\.(?:agent\.policy|(?:runtime|hypervisor)\.cc_init_data)\b|\bINITDATA\b/;

/** One YAML document. It knows its own text and nothing of where it stands, so that it can move. */
export class YamlDocument {
  readonly text: string;
  #mayBeKnown: boolean | undefined;
  #packs: boolean | undefined;
  #parsed: ParseResult | undefined;
  #manifests: readonly Manifest[] | undefined;

  constructor(text: string) {
    this.text = text;
  }

  /** May it be of a known kind? Answered without parsing. */
  get mayBeKnown(): boolean {
    this.#mayBeKnown ??= mayBeKnown(this.text);
    return this.#mayBeKnown;
  }

  /** May it hold a policy or initdata, packed? Answered without parsing. */
  get packs(): boolean {
    this.#packs ??= this.mayBeKnown && packing.test(this.text);
    return this.#packs;
  }

  /** Parsed when first asked for. */
  get parsed(): ParseResult {
    this.#parsed ??= parseYamlDocument(this.text);
    return this.#parsed;
  }

  /** The objects of known kinds that it holds; of a template, nothing is known. */
  get manifests(): readonly Manifest[] {
    this.#manifests ??= this.mayBeKnown && !this.parsed.template ? findManifests(this.parsed) : [];
    return this.#manifests;
  }

  /** The object that the document is as a whole, if it is one of ours. */
  get manifest(): Manifest | undefined {
    const [first] = this.manifests;
    return first?.part === undefined ? first : undefined;
  }

  /** The object that holds this offset of the document's text. */
  manifestAt(offset: number): Manifest | undefined {
    return this.manifest ?? this.manifests.find(({ root }) => root.start <= offset && offset <= root.end);
  }
}

/** A document at its place in a file. */
export interface PlacedDocument {
  readonly document: YamlDocument;
  /** Offset of the document's text in the file. */
  readonly start: number;
}

/** The documents of a file's text. Those that an earlier version had too are taken from it. */
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
 * A part of a string keeps the whole string in memory. Documents outlive the version of the file that they were cut
 * from: without a copy, every one of them could keep another version of the whole file.
 */
export function copyString(text: string): string {
  // V8 copies the characters of short parts by itself.
  if (text.length < 13) return text;
  return bytes.copyOf(text);
}

/** The document that holds this offset of the file. At the seam between two, the later one. */
export function findDocument(documents: readonly PlacedDocument[], offset: number): PlacedDocument | undefined {
  return documents.findLast(({ start }) => start <= offset);
}
