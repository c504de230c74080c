/**
 * Reads the value at a position of a text: quoted, wrapped as Go, Rust, and Python write it, in brackets, or unquoted.
 */
import type { Stretch } from './knownValues.ts';

/** A value and its range. */
export interface FoundValue extends Stretch {
  /** The value without quotation marks. */
  readonly value: string;
}

/**
 * Defines where an unquoted value ends: `line` at the end of the line, `phrase` at the next name-value pair, `word` at
 * the next space.
 */
export type Reach = 'line' | 'phrase' | 'word';

/** Maximum number of characters of a value. A longer value extends to the end of its line. */
const longest = 20_000;
/** Number of characters to search for the end of an unquoted value. */
const longestBare = 4000;

const wrapper =
  /(?:[A-Z][A-Za-z]{0,30}::)?(?:Some|Ok|Box|Arc|Rc|Secret|SecretString|String|Protected|Zeroizing)\s?\(\s?|\(\*?[\w.]{1,60}\)\s?\((?:0x[0-9a-f]{1,16}\)\s?\()?|string\(\d{1,6}\)\s?|&(?=["'([])|[bBuUr]{1,2}(?=["'])/y;
/** Matches text after a name without a value: a Go pointer, or the name of the next field. */
const nothing =
  /\(\*?[\w.]{1,60}\)\((?:nil|0x[0-9a-f]{1,16})\)(?!\()|,(?:[A-Z]\w{0,40}:|\s)|<set to the key\b|\[?\{[a-z]/y;
const quote = /"{3}|'{3}|\[\[(?=[^\s"'[{])|\\{0,15}["'`]/y;
const numbers =
  /(?:\[\]byte|bytes)?\s?[[({]\s{0,3}((?:0x[0-9a-f]{1,2}|\d{1,3})(?:[\s,]{1,4}(?:0x[0-9a-f]{1,2}|\d{1,3})){2,})[\s,]{0,4}[\])}]/y;
const encodedQuote = /%22(.{0,20000}?)(?:%22|$)/y;
/** Matches the start of another pair. */
const nextPair = /[\s,;&|]{1,4}(?:\\{0,7}["'])?[A-Za-z_][\w.-]{0,60}(?:\\{0,7}["'])?\s?(?:=|:\s|:$|:")|\s{2,}[A-Z]/;

/**
 * Reads the value at a position.
 * @returns undefined if there is no value, or if it is an object, whose fields are handled separately
 */
export function valueFrom(text: string, at: number, reach: Reach): FoundValue | undefined {
  let from = at;
  let isWrapped = false;
  nothing.lastIndex = from;
  if (nothing.test(text)) return undefined;
  for (let count = 0; count < 6; count += 1) {
    wrapper.lastIndex = from;
    const found = wrapper.exec(text)?.[0];
    if (found === undefined) break;
    isWrapped ||= found.includes('(');
    from += found.length;
  }
  numbers.lastIndex = from;
  const list = numbers.exec(text);
  if (list !== null) return { from, to: from + list[0].length, value: list[1] ?? '' };
  encodedQuote.lastIndex = from;
  const encoded = encodedQuote.exec(text);
  if (encoded !== null) return { from: from + 3, to: from + 3 + (encoded[1] ?? '').length, value: encoded[1] ?? '' };
  quote.lastIndex = from;
  const mark = quote.exec(text)?.[0];
  if (mark !== undefined) return quoted(text, from, mark);
  const sign = text[from];
  if (sign === undefined || sign === '{' || sign === '\n' || isBlockHead(text, from)) return undefined;
  if (sign === '[') return bracketed(text, from);
  return isWrapped ? ended(text, from, wrappedEnd(text, from)) : ended(text, from, bareEnd(text, from, reach));
}

/** Returns whether a value is the header of a YAML block, whose content is below it. */
function isBlockHead(text: string, from: number): boolean {
  return /^[|>][-+0-9]{0,2}\s*(?:#|$)/.test(text.slice(from, Math.min(endOfLine(text, from), from + 20)));
}

/** Returns the end of the line or of the search range. */
export function endOfLine(text: string, from: number): number {
  // Limited, because in a text without line breaks each value would read the whole text.
  const end = text.slice(from, from + longest).indexOf('\n');
  return end < 0 ? Math.min(text.length, from + longest) : from + end;
}

/** Reads a quoted text. If its closing mark is missing, the text ends with its line. */
function quoted(text: string, from: number, mark: string): FoundValue {
  if (/^(?:"""|'''|\[\[)$/.test(mark)) {
    const [start, limit] = [from + mark.length, Math.min(text.length, from + longest)];
    const end = text.slice(start, limit).indexOf(mark === '[[' ? ']]' : mark);
    const to = end < 0 ? limit : start + end;
    return { from: start, to, value: text.slice(start, to) };
  }
  const start = from + mark.length;
  const line = endOfLine(text, start);
  const to =
    closingMark(text, start, mark, line) ?? closingMark(text, start, mark, Math.min(text.length, start + 4000));
  return { from: start, to: to ?? line, value: text.slice(start, to ?? line) };
}

function closingMark(text: string, start: number, mark: string, limit: number): number | undefined {
  const [depth, sign] = [mark.length - 1, mark.at(-1) ?? '"'];
  for (let at = text.indexOf(sign, start); at >= 0 && at < limit; at = text.indexOf(sign, at + 1)) {
    let backslashes = 0;
    while (at - 1 - backslashes >= start && text[at - 1 - backslashes] === '\\') backslashes += 1;
    // The closing mark must have the same depth. A mark with more backslashes belongs to the value, also if they're
    // pairs.
    if (backslashes < depth || (backslashes - depth) % (2 * (depth + 1)) === 0) {
      if (sign === "'" && text[at + 1] === "'" && depth === 0) at += 1;
      else return at - Math.min(backslashes, depth);
    }
  }
  return undefined;
}

function bracketed(text: string, from: number): FoundValue | undefined {
  const line = endOfLine(text, from);
  const end = text.indexOf(']', from);
  const to = end < 0 || end > line ? line : end;
  const inner = text.slice(from + 1, to);
  return inner.trim() === '' || /^\s*[{[]/.test(inner) ? undefined : { from: from + 1, to, value: inner };
}

/** Returns the position of the parenthesis that closes the one before the value. */
function wrappedEnd(text: string, from: number): number {
  const line = endOfLine(text, from);
  let depth = 1;
  for (let at = from; at < line; at += 1) {
    if (text[at] === '(') depth += 1;
    else if (text[at] === ')') depth -= 1;
    if (depth === 0) return at;
  }
  return line;
}

function bareEnd(text: string, from: number, reach: Reach): number {
  const line = reach === 'line' ? endOfLine(text, from) : Math.min(endOfLine(text, from), from + longestBare);
  let to = line;
  if (reach !== 'line') {
    const next = text.slice(from, line).search(nextPair);
    if (next >= 0) to = from + next;
  }
  if (reach === 'word') {
    const blank = text.slice(from, to).search(/[\s"'`<]/);
    if (blank >= 0) to = from + blank;
  }
  return reach === 'line' ? to : closingBracket(text, from, to);
}

/** Ends the value at a bracket that was opened before the value, unless more value text follows the bracket. */
function closingBracket(text: string, from: number, to: number): number {
  const open: string[] = [];
  for (let at = from; at < to; at += 1) {
    const sign = text[at] ?? '';
    if ('([{'.includes(sign)) open.push(sign);
    else if (')]}'.includes(sign) && open.pop() === undefined && !/[\w$#@!%^*]/.test(text[at + 1] ?? '')) return at;
  }
  return to;
}

function ended(text: string, from: number, end: number): FoundValue | undefined {
  let to = end;
  while (to > from && /[\s,;\\"']/.test(text[to - 1] ?? '')) to -= 1;
  return to <= from ? undefined : { from, to, value: text.slice(from, to) };
}
