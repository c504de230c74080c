/**
 * Reads the YAML of a long document in steps, because the library can't be interrupted. Divides block mappings and
 * lists by their indentation into pieces, and parses each piece alone.
 */
import { parseYamlDocument } from '../../yaml/parse/parse.ts';
import { toPlainValue } from '../../yaml/node.ts';
import {
  findAnchors,
  Indivisible,
  insertAnchors,
  listAliases,
  maskAliases,
  mayHaveAliases,
} from './longYamlAliases.ts';

/** Length up to which a piece is parsed in one step, and maximum nesting. */
const pieceLength = 40_000;
const maxDepth = 60;
/**
 * Maximum number of fields that merge keys copy, and of characters to read per character of the document. The values of
 * anchors are read again for aliases.
 */
const maxMerged = 50_000;
const maxReads = 3;

/**
 * Returns the value of a document.
 * @returns undefined if a piece isn't valid YAML, or if the document has long values that can't be divided, such as
 *   flow mappings, or aliases that contain themselves
 */
export function* readLongYaml(text: string): Generator<undefined, unknown, undefined> {
  try {
    return yield* new Reader(text).read();
  } catch (error) {
    if (error instanceof Indivisible) return undefined;
    throw error;
  }
}

/** Matches the line of a key whose value begins on the next line. */
const keyLine = /^ *["']?([\w.$/-]+)["']?:(?:[ \t]+&[\w-]+)?[ \t]*(?:#[^\n]*)?\r?\n/;

/** Reads one document. */
class Reader {
  readonly #text: string;
  readonly #hasAliases: boolean;
  readonly #anchors: ReturnType<typeof findAnchors>;
  readonly #budget = { fields: maxMerged };
  /** Number of characters that can still be read. */
  #left: number;
  /** The values of the anchors by name. Undefined while an anchor is read. */
  readonly #values = new Map<string, { readonly value: unknown } | undefined>();

  constructor(text: string) {
    this.#text = text.replace(/^---[^\n]*\n/, '');
    this.#hasAliases = mayHaveAliases(this.#text);
    this.#anchors = this.#hasAliases ? findAnchors(this.#text) : new Map();
    this.#left = maxReads * this.#text.length;
  }

  *read(): Generator<undefined, unknown, undefined> {
    return yield* this.#readBlock(this.#text, 0);
  }

  *#readBlock(block: string, depth: number): Generator<undefined, unknown, undefined> {
    if (block.length <= pieceLength) return yield* this.#readPiece(block);
    // The anchor of the block itself.
    const text = block.replace(/^ *&[\w-]+[ \t]*\r?\n/, '');
    const first = /^( *)(?![ #\r\n])./m.exec(text);
    if (first === null || depth > maxDepth) throw new Indivisible();
    const indent = first[1]?.length ?? 0;
    const isList = text.startsWith('- ', first.index + indent);
    const parts = divide(text.slice(first.index), new RegExp(`^ {${indent}}${isList ? '- ' : '[^ #\\r\\n-]'}`, 'gm'));
    if (isList) {
      const items: unknown[] = [];
      // A space instead of the dash keeps the indentation of the first key.
      for (const part of parts) items.push(yield* this.#readBlock(part.replace('- ', '  '), depth + 1));
      return items;
    }
    const values = Object.create(null) as Record<string, unknown>;
    for (const part of parts) Object.assign(values, yield* this.#readEntry(part, depth));
    return values;
  }

  *#readEntry(text: string, depth: number): Generator<undefined, object, undefined> {
    if (text.length <= pieceLength) {
      const value = yield* this.#readPiece(text);
      if (typeof value !== 'object' || value === null) throw new Indivisible();
      return value;
    }
    const [line = '', key] = keyLine.exec(text) ?? [];
    if (key === undefined) throw new Indivisible();
    return { [key]: yield* this.#readBlock(text.slice(line.length), depth + 1) };
  }

  *#readPiece(text: string): Generator<undefined, unknown, undefined> {
    yield;
    this.#left -= text.length;
    if (this.#left < 0) throw new Indivisible();
    if (!this.#hasAliases) return parsePiece(text);
    const masked = maskAliases(text);
    const anchors = new Map<string, unknown>();
    for (const name of listAliases(masked)) anchors.set(name, yield* this.#readAnchor(name));
    return insertAnchors(parsePiece(masked), anchors, this.#budget);
  }

  *#readAnchor(name: string): Generator<undefined, unknown, undefined> {
    const known = this.#values.get(name);
    if (known !== undefined) return known.value;
    const anchor = this.#anchors.get(name);
    // An anchor that contains its own alias has no value.
    if (anchor === undefined || this.#values.has(name)) throw new Indivisible();
    this.#values.set(name, undefined);
    const { inline, block } = anchor();
    const value =
      inline === '' ? yield* this.#readBlock(block, 0) : yield* this.#readPiece(boundPiece(`${inline}\n${block}`));
    this.#values.set(name, { value });
    return value;
  }
}

function boundPiece(text: string): string {
  if (text.length > pieceLength) throw new Indivisible();
  return text;
}

/** Divides a text at the lines that begin like this. The text begins with such a line. */
function divide(text: string, start: RegExp): readonly string[] {
  const starts = Array.from(text.matchAll(start), ({ index }) => index);
  return starts.map((from, index) => text.slice(from, starts[index + 1]));
}

function parsePiece(text: string): unknown {
  const { root, template, problems } = parseYamlDocument(text);
  if (root === undefined || template || problems.length > 0) throw new Indivisible();
  return toPlainValue(root);
}
