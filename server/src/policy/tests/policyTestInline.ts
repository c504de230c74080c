/**
 * Removes recorded requests from a test before it's parsed as YAML, and parses them as JSON. Recorded requests are JSON
 * on one line with hundreds of entries each, and the YAML parser is slow and limits the size.
 */
import { parseRegoJson } from '../rego/values/parseJson.ts';
import type { RegoValue } from '../rego/values/values.ts';

/** Text of a test without its recorded requests. */
export interface WithoutInline {
  readonly text: string;
  /** Returns the value that a quoted placeholder replaced. Returns undefined for any other string. */
  readonly valueOf: (text: string) => RegoValue | undefined;
  /** Returns the offset in the original text. */
  readonly toOriginal: (offset: number) => number;
}

/** Minimum length of JSON to remove, in UTF-16 code units. */
const shortest = 200;
const line = /^([ \t]*(?:- )?(?:input|state):[ \t]+)(\{.*\})[ \t]*\r?$/gm;

/** Removes JSON that follows `input:` or `state:` and extends to the end of the line. */
export function withoutInline(original: string): WithoutInline {
  const values = new Map<string, RegoValue>();
  const pieces: string[] = [];
  /** From offset `at` of the new text, the original text continues at offset `from`. */
  const marks: { readonly at: number; readonly from: number }[] = [{ at: 0, from: 0 }];
  let length = 0;
  let taken = 0;
  const add = (piece: string) => {
    pieces.push(piece);
    length += piece.length;
  };
  for (const { index, 1: head = '', 2: json = '' } of original.matchAll(line)) {
    const value = json.length < shortest ? undefined : parseRegoJson(json).value;
    if (value === undefined) continue;
    const name = `JSON ${values.size} of this file`;
    values.set(name, value);
    add(original.slice(taken, index + head.length));
    add(`"${name}"`);
    taken = index + head.length + json.length;
    marks.push({ at: length, from: taken });
  }
  add(original.slice(taken));
  return {
    text: pieces.join(''),
    valueOf: (text) => values.get(text),
    toOriginal: (offset) => {
      const mark = marks.findLast(({ at }) => at <= offset) ?? { at: 0, from: 0 };
      return mark.from + offset - mark.at;
    },
  };
}
