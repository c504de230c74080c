/** Makes a TOML text small enough for the parser: long strings, which we have read already, give way to short ones. */
import type { TomlString } from './tomlStrings.ts';
import { type TextMap, TextMapBuilder } from '#server/engine/text/textMap.ts';

/** Strings of more characters than this are taken out. */
const longString = 200;

/** The text without its long strings, and where everything stood. */
export interface Shrunk {
  readonly text: string;
  /** From the smaller text to the one before. */
  readonly map: TextMap;
}

/** Replaces sound long strings; unsound ones stay, so that the parser says what is wrong with them. */
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
    // Each is another: the parser looks for keys that occur twice.
    add(`${quotes}long string ${index}${quotes}`, range.start);
    from = range.end;
  }
  add(text.slice(from), from);
  return { text: pieces.join(''), map: map.build(length) };
}
