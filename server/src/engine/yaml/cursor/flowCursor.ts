/**
 * Determines the position of the cursor between braces and brackets from one line. Brackets that are open at the end of
 * the line don't need to be closed.
 */

/** A position between braces or brackets. `start` and `end` are relative to the start of the line. */
export interface FlowPosition {
  readonly role: 'key' | 'value' | 'item';
  /** Path relative to the value of the key with which the line starts. */
  readonly path: readonly (string | number)[];
  readonly start: number;
  readonly end: number;
  readonly siblings: ReadonlySet<string>;
  readonly quote: '"' | "'" | '';
  readonly colon: 'follows' | 'touches' | undefined;
}

interface Level {
  readonly isMap: boolean;
  /** Key whose value is being read. Undefined in a list. */
  key: string | undefined;
  readonly keys: string[];
}

/** Matches a word, a quoted string (closed or not), or a punctuation character. Spaces are skipped. */
const token =
  /[ \t]+|"(?:[^"\\]|\\.)*"?|'[^']*'?|[{}[\],]|:(?=[ \t,}\]]|$)|#.*$|(?:[^\s{}[\],:"'#]|:(?![ \t,}\]]|$))(?:[^{}[\],:]|:(?![ \t,}\]]|$))*/y;

/**
 * Returns the position at a column.
 * @param from column of the first brace or bracket
 */
export function flowPositionAt(line: string, from: number, at: number): FlowPosition | undefined {
  const levels: Level[] = [];
  let found:
    | (Pick<FlowPosition, 'role' | 'start' | 'end' | 'quote' | 'path'> & {
        readonly level: Level;
        readonly touches: boolean;
      })
    | undefined;
  let follows = false;
  let position = from;
  while (position < line.length) {
    token.lastIndex = position;
    const text = token.exec(line)?.[0] ?? '';
    if (text === '' || text.startsWith('#')) break;
    const start = position;
    position += text.length;
    const level = levels.at(-1);
    // The cursor is before a punctuation character, within or next to a word, or in spaces that aren't directly before
    // a word.
    const isBlank = /^[ \t]/.test(text);
    const isSign = /^[{}[\],:]$/.test(text);
    const last = isSign ? start : isBlank && /^[^{}[\],#]/.test(line.slice(position)) ? position - 1 : position;
    if (found === undefined && level !== undefined && at >= (isBlank ? start + 1 : start) && at <= last) {
      found = here(levels, level, text, start, at, line);
      if (found === undefined) return undefined;
    }
    if (isBlank) continue;
    if (text === '{' || text === '[') levels.push({ isMap: text === '{', key: undefined, keys: [] });
    else if (text === '}' || text === ']') {
      levels.pop();
      if (levels.length === 0) break;
    } else if (text === ',' && level !== undefined) level.key = undefined;
    else if (text === ':' && level?.isMap === true) {
      level.key = level.keys.at(-1);
      if (
        found !== undefined &&
        found.level === level &&
        found.role === 'key' &&
        line.slice(found.end, start).trim() === ''
      )
        follows = true;
    } else if (level?.isMap === true && level.key === undefined)
      level.keys.push(text.trim().replace(/^(["'])(.*)\1$/, '$2'));
  }
  const open = levels.at(-1);
  if (found === undefined && open !== undefined && at >= position) found = here(levels, open, '', at, at, line);
  if (found === undefined) return undefined;
  const { level, touches, ...place } = found;
  const own = line.slice(place.start, place.end).trim();
  const siblings = new Set(level.keys.filter((key) => place.role !== 'key' || key !== own));
  return { ...place, siblings, colon: touches ? 'touches' : follows ? 'follows' : undefined };
}

function here(levels: readonly Level[], level: Level, text: string, start: number, at: number, line: string) {
  const isWord = text !== '' && !/^[{}[\],:\s]/.test(text);
  const mark = text[0];
  const quote: '"' | "'" | '' = mark === '"' || mark === "'" ? mark : '';
  const isValue = !level.isMap || level.key !== undefined;
  // Nothing can be entered directly before a quoted key, or between a word and the next character.
  if (quote !== '' && (at === start || !isValue)) return undefined;
  const closed = quote !== '' && text.length > 1 && text.endsWith(quote);
  if (closed && at === start + text.length) return undefined;
  const inner = isWord ? text.trimEnd().length - quote.length - (closed ? 1 : 0) : 0;
  const begin = isWord ? start + quote.length : at;
  const end = Math.max(begin + inner, at);
  // Text after a word and a space isn't supported, because two words are a value or a typo.
  if (isWord && at > begin + inner && quote === '') return undefined;
  if (!isWord && /[\w"']$/.test(line.slice(0, at).trimEnd()) && !/[ \t]$/.test(line.slice(0, at))) return undefined;
  if (!isWord && !/[{[,:]$/.test(line.slice(0, at).trimEnd())) return undefined;
  const path: (string | number)[] = [];
  for (const [index, each] of levels.entries()) {
    if (index === levels.length - 1) break;
    path.push(each.isMap ? (each.key ?? '') : 0);
  }
  const role = level.isMap ? (level.key === undefined ? ('key' as const) : ('value' as const)) : ('item' as const);
  if (role === 'value') path.push(level.key ?? '');
  return { role, path, start: begin, end, quote, level, touches: role === 'value' && !isWord && line[at - 1] === ':' };
}
