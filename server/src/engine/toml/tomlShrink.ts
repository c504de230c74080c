/** Shortens TOML text for the parser by replacing long strings, which are already parsed, with short ones. */
import type { TomlString } from './tomlStrings.ts';
import { type TextMap, TextMapBuilder } from '#server/engine/text/textMap.ts';

/** Strings with more characters than this are replaced. */
const longString = 200;

/** The text without its long strings, and the original positions. */
export interface Shrunk {
  readonly text: string;
  /** Maps offsets in the shortened text to offsets in the original text. */
  readonly map: TextMap;
}

/** Replaces valid long strings. Keeps invalid ones, so that the parser reports what is wrong with them. */
export function shrinkToml(text: string, strings: readonly TomlString[]): Shrunk {
  const pieces: string[] = [];
  const map = new TextMapBuilder();
  let length = 0;
  let from = 0;
  const add = (piece: string, place: number) => {
    map.mark(length, place);
    pieces.push(piece);
    length += piece.length;
  };
  for (const [index, { sound, range, style }] of strings.entries()) {
    if (!sound || range.end - range.start <= longString) continue;
    add(text.slice(from, range.start), from);
    const quote = text[range.start] ?? '"';
    const quotes = style.startsWith('multiline') ? quote.repeat(3) : quote;
    // Each replacement is unique, because the parser checks for duplicate keys.
    add(`${quotes}long string ${index}${quotes}`, range.start);
    from = range.end;
  }
  add(text.slice(from), from);
  return { text: pieces.join(''), map: map.build(length) };
}
