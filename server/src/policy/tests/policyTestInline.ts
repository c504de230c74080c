/**
 * Recorded requests in a test are JSON on one line, and large: hundreds of entries each. They are taken out before YAML
 * is read, which is slow and bounded, and read as JSON.
 */
import { parseRegoJson } from '../rego/values/parseJson.ts';
import type { RegoValue } from '../rego/values/values.ts';

/** A test's text without them. */
export interface WithoutInline {
  readonly text: string;
  /** What stood in the place of a text in quotation marks; undefined for all others. */
  readonly valueOf: (text: string) => RegoValue | undefined;
  /** The offset in the text before. */
  readonly toOriginal: (offset: number) => number;
}

/** Shorter ones may stay. */
const shortest = 200;
const line = /^([ \t]*(?:- )?(?:input|state):[ \t]+)(\{.*\})[ \t]*\r?$/gm;

/** Takes JSON out that stands behind `input:` or `state:` up to the end of its line. */
export function withoutInline(original: string): WithoutInline {
  const values = new Map<string, RegoValue>();
  const pieces: string[] = [];
  /** From this offset of the new text on, the one before runs alike from that one. */
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
