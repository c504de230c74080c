/**
 * Determines the position of the cursor in a document from its lines. While the user is typing, a document often can't
 * be parsed, but the indentation shows to which map a key belongs, and the text before a colon shows whose value is
 * being edited.
 */
import { flowPositionAt } from './flowCursor.ts';

/** A position at which the user can enter text. */
export interface YamlCursor {
  /**
   * `key`: a key of the map at `path`; `value`: the value at `path`; `item`: an item of the list at `path`, or the
   * first key of an item that is a map.
   */
  readonly role: 'key' | 'value' | 'item';
  readonly path: readonly (string | number)[];
  /** Range to replace, as offsets in the text. The cursor is within it. */
  readonly start: number;
  readonly end: number;
  /** Column in which the keys of this map start. */
  readonly column: number;
  /** Other keys of the map. */
  readonly siblings: ReadonlySet<string>;
  /** Quotation mark around the value that the user is entering, if any. */
  readonly quote: '"' | "'" | '';
  /** `follows`: the key already has a colon; `touches`: the cursor is directly after the colon, without a space. */
  readonly colon: 'follows' | 'touches' | undefined;
  /** True between braces or brackets, where everything is on one line and a comma ends an entry. */
  readonly flow?: true;
}

interface Line {
  readonly start: number;
  readonly text: string;
  /** Columns of the dashes of list items. */
  readonly dashes: readonly number[];
  /** Column of the text after the dashes. */
  readonly column: number;
  readonly key: string | undefined;
  /** Column after the colon. */
  readonly valueAt: number;
  readonly value: string;
}

/** Maximum number of lines to search in each direction. */
const maxLines = 5000;

const dash = /-(?:[ ]+|$)/y;
const keyed = /("(?:[^"\\]|\\.)*"|'[^']*'|[^\s#:,{}[\]&*!|>%@`"'-][^:#]*|-[^\s:#][^:#]*):(?=[ ]|$)/y;

/**
 * Returns the position at an offset. Returns undefined if no map or list can be edited there, such as in comments,
 * block scalars, and templates.
 */
export function findYamlCursor(written: string, offset: number): YamlCursor | undefined {
  // A lone CR also ends a line. The replacement preserves all positions.
  const text = written.includes('\r') ? written.replace(/\r(?!\n)/g, '\n') : written;
  const line = readLine(text, (offset === 0 ? -1 : text.lastIndexOf('\n', offset - 1)) + 1, offset);
  if (line === undefined || isComment(line.text, offset - line.start)) return undefined;
  const at = offset - line.start;
  const siblings = new Set<string>();
  const flow = flowCursor(text, line, at);
  if (flow !== undefined) return flow;
  if (line.key !== undefined && at >= line.valueAt)
    return valueCursor(line, at, climb(text, line, { column: line.column, isDash: false }, siblings), siblings);
  if (at < line.column) return undefined;
  const word =
    line.key === undefined
      ? line.text.slice(line.column).trimEnd()
      : line.text.slice(line.column, line.valueAt - 1).trimEnd();
  // Two words are a value or a typo, but not the start of a key.
  if (line.key === undefined && /\s/.test(word)) return undefined;
  const path = climb(text, line, { column: line.column, isDash: false }, siblings);
  if (path === undefined) return undefined;
  const end = line.start + Math.max(line.column + word.length, at);
  const shared = { start: line.start + line.column, end, column: line.column, quote: '' as const };
  const inItem = line.dashes.length > 0 && line.key === undefined;
  if (!inItem) addBelow(text, line, siblings);
  return inItem
    ? { ...shared, role: 'item', path: path.slice(0, -1), siblings: new Set(), colon: undefined }
    : { ...shared, role: 'key', path, siblings, colon: line.key === undefined ? undefined : 'follows' };
}

/** Returns a position between braces or brackets of this line. */
function flowCursor(text: string, line: Line, at: number): YamlCursor | undefined {
  const valueAt = line.key === undefined ? line.column : line.valueAt;
  const from = line.text.slice(valueAt).search(/\S/) + valueAt;
  // `{{` starts a template expression.
  if (
    at <= from ||
    !/[{[]/.test(line.text[from] ?? '') ||
    line.text.startsWith('{{', from) ||
    (line.key === undefined && line.dashes.length === 0)
  )
    return undefined;
  const place = flowPositionAt(line.text, from, at);
  const parent = place === undefined ? undefined : climb(text, line, { column: line.column, isDash: false }, new Set());
  if (place === undefined || parent === undefined) return undefined;
  const { start, end, path, ...rest } = place;
  return {
    ...rest,
    path: [...parent, ...(line.key === undefined ? [] : [line.key]), ...path],
    start: line.start + start,
    end: line.start + end,
    column: line.column,
    flow: true,
  };
}

function valueCursor(
  line: Line,
  at: number,
  parent: readonly (string | number)[] | undefined,
  siblings: ReadonlySet<string>,
): YamlCursor | undefined {
  if (parent === undefined || line.key === undefined) return undefined;
  const behind = line.text.slice(line.valueAt);
  const blanks = /^[ ]*/.exec(behind)?.[0].length ?? 0;
  const mark = behind[blanks];
  const quote = mark === '"' || mark === "'" ? mark : '';
  const from = line.valueAt + (at < line.valueAt + blanks ? at - line.valueAt : blanks) + quote.length;
  if (at < from || /^[{[|>&*!]/.test(line.value)) return undefined;
  const rest = line.text.slice(from);
  const length = quote === '' ? line.value.length : closing(rest, quote);
  if (at > from + Math.max(length, 0) && line.value !== '') return undefined;
  return {
    role: 'value',
    path: [...parent, line.key],
    start: line.start + from,
    end: line.start + Math.max(from + (line.value === '' ? 0 : length), at),
    column: line.column,
    siblings,
    quote,
    colon: at === line.valueAt && blanks === 0 ? 'touches' : undefined,
  };
}

function closing(rest: string, quote: string): number {
  const end = rest.indexOf(quote);
  return end === -1 ? rest.trimEnd().length : end;
}

/**
 * Reads a line.
 * @param cursor offset of the cursor; on an empty line, a key would start there
 */
function readLine(text: string, start: number, cursor?: number): Line | undefined {
  const newline = text.indexOf('\n', start);
  const raw = text
    .slice(start, newline === -1 ? text.length : newline)
    .replace(/\r$/, '')
    .replace(/^\uFEFF/, ' ');
  if (raw.length > 2000) return undefined;
  const dashes: number[] = [];
  let column = /^[ ]*/.exec(raw)?.[0].length ?? 0;
  if (raw.startsWith('\t', column)) return undefined;
  if (column === raw.length && cursor !== undefined) column = Math.min(column, cursor - start);
  for (dash.lastIndex = column; dash.test(raw); dash.lastIndex = column) {
    dashes.push(column);
    column = dash.lastIndex;
  }
  keyed.lastIndex = column;
  const match = keyed.exec(raw);
  const valueAt = match === null ? raw.length : column + match[0].length;
  const value = match === null ? '' : withoutComment(raw.slice(valueAt)).trim();
  const key = match?.[1]?.trimEnd().replace(/^(["'])(.*)\1$/, '$2');
  return { start, text: raw, dashes, column, key, valueAt, value };
}

function withoutComment(value: string): string {
  const quoted = /^[ ]*(?:"(?:[^"\\]|\\.)*"|'[^']*')/.exec(value)?.[0].length ?? 0;
  const comment = /(?:^|[ \t])#/.exec(value.slice(quoted));
  return comment === null ? value : value.slice(0, quoted + comment.index);
}

function isComment(line: string, at: number): boolean {
  const { length } = withoutComment(line.replace(/^([^#]*?:)(?=\s)/, (head) => ' '.repeat(head.length)));
  return at > length && line.slice(0, at).includes('#');
}

interface Element {
  readonly column: number;
  readonly isDash: boolean;
}

/**
 * Returns the keys and items above an element, outermost first, and adds its siblings above. Returns undefined if no
 * map or list is possible.
 */
function climb(text: string, from: Line, element: Element, siblings: Set<string>): (string | number)[] | undefined {
  const path: (string | number)[] = [];
  let current = element;
  /**
   * The smallest indentation of the lines between the element and the current line. If these lines belong to a map, its
   * keys have this indentation.
   */
  let between = Infinity;
  let collecting = true;
  /**
   * Adds the lists whose dashes are on the line of the current element to the path, and makes the outermost dash the
   * current element.
   */
  const out = (line: Line): void => {
    for (const column of line.dashes.toReversed()) {
      path.unshift(0);
      current = { column, isDash: true };
      collecting = false;
    }
    between = Infinity;
  };
  if (from.dashes.length > 0) out(from);
  let start = from.start;
  for (let seen = 0; start > 0 && seen < maxLines; seen += 1) {
    start = text.lastIndexOf('\n', start - 2) + 1;
    const line = readLine(text, start);
    if (line === undefined) return undefined;
    if (/^\s*(?:#.*)?$/.test(line.text)) {
      if (start === 0) break;
      continue;
    }
    if (/^(?:---|\.\.\.|%)/.test(line.text)) break;
    const [firstDash] = line.dashes;
    if (current.isDash ? firstDash === current.column : line.column === current.column && line.key !== undefined) {
      // A sibling. Only the part of its line outside of the current element is relevant.
      if (collecting && !current.isDash && line.key !== undefined) siblings.add(line.key);
      if (!current.isDash && line.dashes.length > 0) out(line);
      continue;
    }
    const outermost = firstDash ?? line.column;
    const isParent =
      line.key !== undefined &&
      (current.isDash
        ? line.column <= current.column && line.dashes.every((column) => column < current.column)
        : line.column < current.column);
    if (!isParent) {
      if (line.column < current.column && !current.isDash) return undefined;
      between = Math.min(between, outermost);
      continue;
    }
    // There is deeper content in between, so the element doesn't have the indentation of that map's keys.
    if (between !== Infinity && between > current.column && !current.isDash && collecting && siblings.size === 0)
      return undefined;
    if (!/^(?:&\S+)?$/.test(line.value)) return undefined;
    path.unshift(line.key ?? '');
    current = { column: line.column, isDash: false };
    collecting = false;
    between = Infinity;
    if (line.dashes.length > 0) out(line);
    if (start === 0) break;
  }
  return current.column === 0 ? path : undefined;
}

/** Adds the keys of the same map that are below. */
function addBelow(text: string, from: Line, siblings: Set<string>): void {
  let start = from.start;
  for (let seen = 0; seen < maxLines; seen += 1) {
    const newline = text.indexOf('\n', start);
    if (newline === -1) return;
    start = newline + 1;
    const line = readLine(text, start);
    if (line === undefined || /^(?:---|\.\.\.)/.test(line.text)) return;
    if (/^\s*(?:#.*)?$/.test(line.text)) continue;
    const outermost = line.dashes[0] ?? line.column;
    if (outermost < from.column) return;
    if (line.dashes.length === 0 && line.column === from.column && line.key !== undefined) siblings.add(line.key);
  }
}
