/**
 * Keeps JSON valid when text rules redact it. The rules can replace a number with asterisks, or hide a closing
 * quotation mark. This module puts brackets, colons, commas, and quotation marks back, and nothing else.
 */
import { isJsonText } from '../../common/json.ts';
import { endOfString } from '../documentNode.ts';
import { hidden } from '../hidden.ts';
import type { Stretch } from '../knownValues.ts';

/**
 * Repairs a redacted text if it was JSON before, as a whole or in some of its lines. A line can have other text, such
 * as a time, before its JSON object.
 * @param source text before the redaction
 * @param redacted text after the redaction, with the same number of lines
 * @param ranges the hidden ranges of `source`, in order and without overlaps, if they are known
 * @returns `redacted`, or a text that contains the same parts of `source` and is valid JSON
 */
export function keepJson(source: string, redacted: string, ranges?: readonly Stretch[]): string {
  if (source === redacted) return redacted;
  const [before, after] = [source.split('\n'), redacted.split('\n')];
  if (before.length > 1 && isJson(source)) {
    if (isJson(redacted)) return redacted;
    return withoutRanges(
      source,
      ranges ?? (before.length === after.length ? lineRanges(before, after) : [all(source)]),
    );
  }
  if (before.length !== after.length) return redacted;
  const inLine = ranges === undefined ? undefined : rangesByLine(before, ranges);
  return before.map((line, index) => keepJsonLine(line, after[index] ?? '', inLine?.[index])).join('\n');
}

/**
 * Repairs a redacted line, like `keepJson`.
 * @param source line before the redaction
 * @param redacted line after the redaction
 */
export function keepJsonLine(source: string, redacted: string, ranges?: readonly Stretch[]): string {
  if (source === redacted) return redacted;
  const from = beginningOfJson(source);
  if (from === undefined) return redacted;
  const start = from === 0 ? 0 : redacted.indexOf('{');
  if (start >= 0 && isJson(redacted.slice(start))) return redacted;
  const places = ranges ?? hiddenRanges(source, redacted);
  return `${plainText(source.slice(0, from), places)}${withoutRanges(source.slice(from), shifted(places, -from))}`;
}

/** Returns the position of the JSON document that a line ends with. */
function beginningOfJson(line: string): number | undefined {
  if (isJson(line)) return 0;
  const brace = line.indexOf('{');
  return brace > 0 && isJson(line.slice(brace)) ? brace : undefined;
}

function isJson(text: string): boolean {
  return /^[ \t\r\n]*[{["]/.test(text) && isJsonText(text);
}

function all(text: string): Stretch {
  return { from: 0, to: text.length };
}

function shifted(ranges: readonly Stretch[], by: number): readonly Stretch[] {
  return ranges.map(({ from, to }) => ({ from: from + by, to: to + by }));
}

function lineRanges(before: readonly string[], after: readonly string[]): readonly Stretch[] {
  const ranges: Stretch[] = [];
  let at = 0;
  for (const [index, line] of before.entries()) {
    const redacted = after[index] ?? '';
    if (line !== redacted) ranges.push(...shifted(hiddenRanges(line, redacted), at));
    at += line.length + 1;
  }
  return ranges;
}

function rangesByLine(lines: readonly string[], ranges: readonly Stretch[]): readonly (readonly Stretch[])[] {
  let [at, next] = [0, 0];
  return lines.map((line) => {
    const [start, end] = [at, at + line.length];
    at = end + 1;
    const found: Stretch[] = [];
    for (let range = ranges[next]; range !== undefined && range.from < end; range = ranges[next]) {
      if (range.to > start)
        found.push({ from: Math.max(range.from, start) - start, to: Math.min(range.to, end) - start });
      // A range can continue on the next line.
      if (range.to > end) break;
      next += 1;
    }
    return found;
  });
}

/** Matches the quotation mark or space that the line rules add before a hidden value, and the mark after it. */
const [addedBefore, addedAfter] = [/(?:\\{0,7}["']|%22|(?<=:) )$/, /^(?:\\{0,7}["']|%22)/];

/**
 * Returns the ranges of a line that aren't in its redacted form. If they aren't certain, returns the whole rest of the
 * line.
 */
function hiddenRanges(source: string, redacted: string): readonly Stretch[] {
  const pieces = redacted.split(hidden);
  const ranges: Stretch[] = [];
  let at = 0;
  for (const [index, piece] of pieces.entries()) {
    const isLast = index === pieces.length - 1;
    // Nothing is between two hidden ranges.
    if (piece === '' && !isLast) continue;
    const found = placeOf(source, piece, at, index === 0, isLast);
    if (found === undefined) return [...ranges, { from: at, to: source.length }];
    if (found.from > at) ranges.push({ from: at, to: found.from });
    at = found.to;
  }
  return at < source.length ? [...ranges, { from: at, to: source.length }] : ranges;
}

/** Returns the range of the source that a piece of the redacted line kept. */
function placeOf(source: string, piece: string, at: number, isFirst: boolean, isLast: boolean): Stretch | undefined {
  const withoutEnd = isLast ? piece : piece.replace(addedBefore, '');
  const inner = isFirst ? withoutEnd : withoutEnd.replace(addedAfter, '');
  const forms = [piece, withoutEnd, isFirst ? piece : piece.replace(addedAfter, ''), inner];
  for (const form of forms) {
    // A range is never empty, so that two pieces that were apart aren't joined.
    const from = isFirst ? 0 : isLast ? source.length - form.length : source.indexOf(form, at + 1);
    if (from >= at && source.startsWith(form, from)) return { from, to: from + form.length };
  }
  return undefined;
}

/** Replaces ranges of a text that isn't JSON. */
function plainText(text: string, ranges: readonly Stretch[]): string {
  const parts: string[] = [];
  let done = 0;
  for (const { from, to } of ranges) {
    if (from >= text.length) break;
    parts.push(text.slice(done, from), hidden);
    done = Math.min(to, text.length);
  }
  return `${parts.join('')}${text.slice(done)}`;
}

const token = /"|[^\s"{}[\],:]+/g;

/** Replaces ranges of a JSON document. Keeps its punctuation. A number becomes a string. */
function withoutRanges(json: string, ranges: readonly Stretch[]): string {
  const parts: string[] = [];
  let [done, next] = [0, 0];
  const tokens = new RegExp(token);
  for (let found = tokens.exec(json); found !== null && next < ranges.length; found = tokens.exec(json)) {
    const from = found.index;
    const isString = found[0] === '"';
    const to = isString ? (endOfString(json, from) ?? json.length) : tokens.lastIndex;
    tokens.lastIndex = to;
    while ((ranges[next]?.to ?? Infinity) <= from) next += 1;
    if ((ranges[next]?.from ?? Infinity) >= to) continue;
    const text = isString ? stringWithout(json, { from: from + 1, to: to - 1 }, ranges, next) : hidden;
    parts.push(json.slice(done, from), `"${text}"`);
    done = to;
  }
  return `${parts.join('')}${json.slice(done)}`;
}

/** Replaces ranges of the content of a JSON string. An escape is hidden completely, or not at all. */
function stringWithout(json: string, { from, to }: Stretch, ranges: readonly Stretch[], first: number): string {
  const parts: string[] = [];
  let done = from;
  for (let next = first, range = ranges[next]; range !== undefined && range.from < to; range = ranges[(next += 1)]) {
    const start = escapeAround(json, from, Math.max(range.from, from))?.from ?? Math.max(range.from, from);
    const end = escapeAround(json, from, Math.min(range.to, to))?.to ?? Math.min(range.to, to);
    if (end <= done) continue;
    // Two ranges in one escape are one range.
    if (start >= done) parts.push(json.slice(done, start), hidden);
    done = end;
  }
  return `${parts.join('')}${json.slice(done, to)}`;
}

/**
 * Returns the range of the escape that a position divides, such as `\u0041`.
 * @param first position where the string starts
 */
function escapeAround(json: string, first: number, at: number): Stretch | undefined {
  for (let from = at - 1; from >= Math.max(first, at - 5); from -= 1) {
    if (json[from] !== '\\') continue;
    let backslashes = 1;
    while (from - backslashes >= first && json[from - backslashes] === '\\') backslashes += 1;
    const to = from + (json[from + 1] === 'u' ? 6 : 2);
    if (backslashes % 2 === 1 && to > at) return { from, to };
  }
  return undefined;
}
