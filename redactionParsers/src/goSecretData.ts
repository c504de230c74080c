/**
 * Finds Secret data as Go prints it: `Data:map[string][]byte{..}`, `StringData:map[..]`, and the output of `spew` and
 * `cmp.Diff`.
 */
import type { NamedValue } from '#core/redaction/namedValues.ts';

const field =
  /\b(?:(StringData)|Data):\s{0,9}(?:\(?map\[string\](?:(string)|\[\](?:byte|uint8))\)?\s{0,3}(?:\(len=\d{1,6}\)\s{0,3})?([{(])|(map\[)(?!string\]))|\bsecret\b[^\n]{0,200}?\bdata[:=]\s{0,3}(map\[)(?!string\])/gi;
/** Maximum number of characters of the data of one Secret. */
const longest = 200_000;
const bytes = /\[?\[?\s{0,3}((?:0x)?[0-9a-f]{1,3}(?:[\s,]{1,3}(?:0x)?[0-9a-f]{1,3}){3,})\s{0,3}\]/gi;
const entry = /[\w.-]{1,253}"?:\s{0,3}(?:\[\](?:byte|uint8)[({]\s{0,3})?"?([^\s"\]})[{(]{4,4000})/g;

/** Returns the data of Secrets, which is redacted as a whole. */
export function* dataInGo(text: string): Generator<NamedValue> {
  const fields = new RegExp(field);
  for (let found = fields.exec(text); found !== null; found = fields.exec(text)) {
    const [, isString, type, , bare, said] = found;
    // Strings in `Data` belong to a ConfigMap, unless other text indicates a Secret.
    const isOther =
      isString === undefined &&
      said === undefined &&
      (type !== undefined || (bare !== undefined && !isOfSecret(text, found.index)));
    if (isOther) continue;
    const from = fields.lastIndex;
    const to = closing(text, from);
    fields.lastIndex = to;
    if (text.slice(from, to).trim() === '') continue;
    const data = text.slice(from, to);
    yield { key: 'data', from, to, value: data };
    for (const [, list = ''] of data.matchAll(bytes)) yield { key: 'data', from, to, value: ofNumbers(list) };
    for (const [, value = ''] of data.matchAll(entry)) yield { key: 'data', from, to, value };
  }
}

function isOfSecret(text: string, at: number): boolean {
  return /\bSecret\b[^\n]*$/.test(text.slice(Math.max(0, at - 1000), at));
}

function ofNumbers(list: string): string {
  const parts = list.split(/[\s,]+/);
  const base = parts.some((part) => /^0x|[a-f]/i.test(part)) ? 16 : 10;
  return new TextDecoder().decode(Uint8Array.from(parts.map((part) => Number.parseInt(part, base) & 255)));
}

/** Returns the position of the bracket that closes the one before a position. */
function closing(text: string, from: number): number {
  const limit = Math.min(text.length, from + longest);
  let depth = 1;
  const marks = /[()[\]{}]|"(?:[^"\\\n]|\\.){0,20000}"/g;
  marks.lastIndex = from;
  for (let mark = marks.exec(text); mark !== null && mark.index < limit; mark = marks.exec(text)) {
    const [sign] = mark;
    if ('([{'.includes(sign)) depth += 1;
    else if (sign.length === 1) depth -= 1;
    if (depth === 0) return mark.index;
  }
  return limit;
}
