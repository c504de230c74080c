/** Edits of `KEY=value`: the literals of a kustomization, each an item of a list, and the lines of an env file. */
import { isUnknownKeys } from '../keyValue.ts';
import type { MapEntry, MapNode } from '../node.ts';
import { detectLineEnding, getLineEnd, getLineStart } from '#server/engine/findings/edits.ts';
import type { Edit } from '#server/engine/findings/rule.ts';

/** What stands before a key that has its line for itself: the dash and a quotation mark, or nothing in an env file. */
const before = /^( *- +|[ \t]*)(["']?)$/;

/** A literal that has its line for itself: the line, and what stands before the key. Undefined for others. */
function lineOf(
  text: string,
  { key, value, borrowed }: MapEntry,
): { readonly start: number; readonly end: number; readonly lead: string } | undefined {
  if (borrowed || key.anchored === true || value.type !== 'scalar' || value.borrowed) return undefined;
  const start = getLineStart(text, key.start);
  const [, lead, quote = ''] = before.exec(text.slice(start, key.start)) ?? [];
  const after = getLineEnd(text, value.end);
  const rest = text.slice(value.end, after).replace(/[\r\n]+$/, '');
  // Quotes around the value are a part of the literal; a comment goes with its line.
  const isAlone = /^["']*[ \t]*(?:#.*)?$/.test(rest);
  // Between brackets an item may have its line for itself too.
  const isLine = lead !== undefined && (lead.includes('-') || quote === '');
  return !isLine || !isAlone ? undefined : { start, end: value.end + rest.length, lead };
}

/** Takes a literal out, with its line; not the only one, for a list with nothing in it is no list. */
export function removeLiteral(text: string, map: MapNode, entry: MapEntry): Edit | undefined {
  const line = lineOf(text, entry);
  const others = map.entries.filter((other) => other !== entry && !other.borrowed && !isUnknownKeys(other));
  if (line === undefined || others.length === 0) return undefined;
  // With the line end before it: what is made ends with its last literal.
  const isFirst = line.start === 0;
  const start = isFirst ? 0 : text.startsWith('\r\n', line.start - 2) ? line.start - 2 : line.start - 1;
  return { start, end: isFirst ? getLineEnd(text, line.end) : line.end, text: '' };
}

/** Puts literals in, each a line of its own, behind the last one there is. */
export function insertLiterals(
  text: string,
  map: MapNode,
  lines: readonly (readonly [key: string, value: string])[],
): Edit | undefined {
  const last = map.entries.findLast((entry) => !entry.borrowed && !isUnknownKeys(entry));
  const line = last === undefined ? undefined : lineOf(text, last);
  if (line === undefined) return undefined;
  const literals = lines.map(([key, value]) => `${key}=${/^".*"$/.test(value) ? String(JSON.parse(value)) : value}`);
  // What quotation marks, blanks or a number sign would make of it depends on how it is written: nothing is offered
  // then.
  if (literals.some((literal) => !isPlainLiteral(literal))) return undefined;
  // Before a comment behind the last: there the object ends.
  const value = last?.value;
  const quotes = value === undefined ? 0 : (/^["']*/.exec(text.slice(value.end, line.end))?.[0].length ?? 0);
  const at = value === undefined ? line.end : value.end + quotes;
  if (text.slice(at, line.end).trim() !== '') return undefined;
  return {
    start: at,
    end: at,
    text: literals.map((literal) => `${detectLineEnding(text)}${line.lead}${literal}`).join(''),
  };
}

/** Text that means itself in a literal, quoted or not, and in an env file. */
export function isPlainLiteral(text: string): boolean {
  return !/["'\\\r\n]|:\s|:$|\s#|^\s|\s$/.test(text);
}

/** Lines with a literal each, as `insertLiterals` writes them. */
export function areLiterals(text: string): boolean {
  const [first = '', ...lines] = text.split(/\r?\n/);
  return (
    first === '' &&
    lines.length > 0 &&
    lines.every(
      (line) => /^(?: *- +|[ \t]*)[-._A-Za-z0-9]+=/.test(line) && isPlainLiteral(line.replace(/^ *- +|^[ \t]+/, '')),
    )
  );
}
