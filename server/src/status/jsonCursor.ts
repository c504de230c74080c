/** Determines the position of the cursor in incomplete JSON. Open brackets don't need to be closed. */

export interface JsonCursor {
  readonly role: 'key' | 'value';
  /** Path from the root. For a value, the last element is its key. Indexes start at 0. */
  readonly path: readonly (string | number)[];
  /** Range of the typed text, without quotation marks. */
  readonly start: number;
  readonly end: number;
  readonly quoted: boolean;
  /** True if the key already has a colon. */
  readonly colon: boolean;
}

interface Level {
  readonly isMap: boolean;
  key: string | undefined;
  index: number;
}

/** Maximum length of a text. */
const longest = 500_000;
const deepest = 100;
const token = /\s+|"(?:[^"\\\n]|\\.)*"?|[{}[\],:]|[^\s{}[\],:"]+/y;

/**
 * Returns the position. Returns undefined if nothing can be entered, such as between a value and its comma, or if the
 * text is too long.
 */
export function jsonCursorAt(text: string, offset: number): JsonCursor | undefined {
  if (text.length > longest) return undefined;
  const levels: Level[] = [];
  /** Expected next token. `done`: a value has ended, and a comma must follow. */
  let next: 'key' | 'colon' | 'value' | 'done' = 'value';
  let position = 0;
  while (position < offset) {
    token.lastIndex = position;
    const [part = ''] = token.exec(text) ?? [];
    if (part === '') return undefined;
    const start = position;
    position += part.length;
    if (/^\s/.test(part)) continue;
    const level = levels.at(-1);
    if (!/^[{}[\],:]$/.test(part)) {
      const quoted = part.startsWith('"');
      const closed = quoted && part.length > 1 && part.endsWith('"');
      if (closed ? position > offset : position >= offset)
        return wordAt(text, levels, next, start, part, quoted, closed);
      const word = quoted ? part.slice(1, closed ? -1 : undefined) : part;
      if (next === 'key' && level !== undefined) level.key = word;
      next = next === 'key' ? 'colon' : 'done';
    } else if (part === '{' || part === '[') {
      if (levels.length >= deepest) return undefined;
      levels.push({ isMap: part === '{', key: undefined, index: 0 });
      next = part === '{' ? 'key' : 'value';
    } else if (part === '}' || part === ']') {
      levels.pop();
      next = 'done';
    } else if (part === ':') next = 'value';
    else {
      if (level !== undefined) level.index += 1;
      next = level?.isMap === true ? 'key' : 'value';
    }
  }
  return next === 'colon' || next === 'done'
    ? undefined
    : { role: next, path: pathOf(levels, next), start: offset, end: offset, quoted: false, colon: false };
}

function wordAt(
  text: string,
  levels: readonly Level[],
  next: 'key' | 'colon' | 'value' | 'done',
  start: number,
  part: string,
  quoted: boolean,
  closed: boolean,
): JsonCursor | undefined {
  if (next === 'colon' || next === 'done') return undefined;
  const end = start + part.length;
  return {
    role: next,
    path: pathOf(levels, next),
    start: start + (quoted ? 1 : 0),
    end: end - (closed ? 1 : 0),
    quoted,
    colon: /^\s*:/.test(text.slice(end, end + 100)),
  };
}

function pathOf(levels: readonly Level[], role: 'key' | 'value'): readonly (string | number)[] {
  const path = levels.map(({ isMap, key = '', index }) => (isMap ? key : index));
  return role === 'key' ? path.slice(0, -1) : path;
}
