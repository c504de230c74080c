/**
 * Reads the YAML of a long document in steps, because the library can't be interrupted. Divides block mappings and
 * lists by their indentation into pieces, and parses each piece alone.
 */
import { parseYamlDocument } from '../../yaml/parse/parse.ts';
import { toPlainValue } from '../../yaml/node.ts';

/** Length up to which a piece is parsed in one step, and maximum nesting. */
const pieceLength = 40_000;
const maxDepth = 60;

/** Cancels the reading of a document that can't be divided. Thrown and caught only in this file. */
class Indivisible extends Error {}

/**
 * Returns the value of a document.
 * @returns undefined if a piece isn't valid YAML, or if the document has long values that can't be divided, such as
 *   flow mappings, or aliases across pieces
 */
export function* readLongYaml(text: string): Generator<undefined, unknown, undefined> {
  try {
    return yield* readBlock(text.replace(/^---[^\n]*\n/, ''), 0);
  } catch (error) {
    if (error instanceof Indivisible) return undefined;
    throw error;
  }
}

function* readBlock(text: string, depth: number): Generator<undefined, unknown, undefined> {
  if (text.length <= pieceLength) {
    yield;
    return parsePiece(text);
  }
  const first = /^( *)(?![ #\r\n])./m.exec(text);
  if (first === null || depth > maxDepth) throw new Indivisible();
  const indent = first[1]?.length ?? 0;
  const isList = text.startsWith('- ', first.index + indent);
  const parts = divide(text.slice(first.index), new RegExp(`^ {${indent}}${isList ? '- ' : '[^ #\\r\\n-]'}`, 'gm'));
  if (isList) {
    const items: unknown[] = [];
    // A space instead of the dash keeps the indentation of the first key.
    for (const part of parts) items.push(yield* readBlock(part.replace('- ', '  '), depth + 1));
    return items;
  }
  const values = Object.create(null) as Record<string, unknown>;
  for (const part of parts) Object.assign(values, yield* readEntry(part, depth));
  return values;
}

function* readEntry(text: string, depth: number): Generator<undefined, object, undefined> {
  if (text.length <= pieceLength) {
    yield;
    const value = parsePiece(text);
    if (typeof value !== 'object' || value === null) throw new Indivisible();
    return value;
  }
  const [line = '', key] = /^ *["']?([\w.$/-]+)["']?:[ \t]*(?:#[^\n]*)?\r?\n/.exec(text) ?? [];
  if (key === undefined) throw new Indivisible();
  return { [key]: yield* readBlock(text.slice(line.length), depth + 1) };
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
