/** Creates edits for `KEY=value` pairs: literals of a kustomization, which are list items, and lines of an env file. */
import { isUnknownKeys } from '../keyValue.ts';
import type { MapEntry, MapNode } from '../node.ts';
import { detectLineEnding, getLineEnd, getLineStart } from '#server/engine/findings/edits.ts';
import type { Edit } from '#server/engine/findings/rule.ts';

/** Matches the text before a key that is on its own line: the dash and an optional quote, or nothing in an env file. */
const before = /^( *- +|[ \t]*)(["']?)$/;

/**
 * Returns the line of a literal and the text before its key, if the literal is alone on the line. Otherwise, returns
 * undefined.
 */
function lineOf(
  text: string,
  { key, value, borrowed }: MapEntry,
): { readonly start: number; readonly end: number; readonly lead: string } | undefined {
  if (borrowed || key.anchored === true || value.type !== 'scalar' || value.borrowed) return undefined;
  const start = getLineStart(text, key.start);
  const [, lead, quote = ''] = before.exec(text.slice(start, key.start)) ?? [];
  const after = getLineEnd(text, value.end);
  const rest = text.slice(value.end, after).replace(/[\r\n]+$/, '');
  // Quotes around the value belong to the literal. A comment is removed with its line.
  const isAlone = /^["']*[ \t]*(?:#.*)?$/.test(rest);
  // An item in brackets can also be on its own line.
  const isLine = lead !== undefined && (lead.includes('-') || quote === '');
  return !isLine || !isAlone ? undefined : { start, end: value.end + rest.length, lead };
}

/**
 * Returns an edit that removes a literal and its line. Returns undefined for the only literal, because without items
 * the value is no longer a list.
 */
export function removeLiteral(text: string, map: MapNode, entry: MapEntry): Edit | undefined {
  const line = lineOf(text, entry);
  const others = map.entries.filter((other) => other !== entry && !other.borrowed && !isUnknownKeys(other));
  if (line === undefined || others.length === 0) return undefined;
  // Includes the preceding line break, because the object ends with its last literal.
  const isFirst = line.start === 0;
  const start = isFirst ? 0 : text.startsWith('\r\n', line.start - 2) ? line.start - 2 : line.start - 1;
  return { start, end: isFirst ? getLineEnd(text, line.end) : line.end, text: '' };
}

/** Returns an edit that adds literals after the last one, each on its own line. */
export function insertLiterals(
  text: string,
  map: MapNode,
  lines: readonly (readonly [key: string, value: string])[],
): Edit | undefined {
  const last = map.entries.findLast((entry) => !entry.borrowed && !isUnknownKeys(entry));
  const line = last === undefined ? undefined : lineOf(text, last);
  if (line === undefined) return undefined;
  const literals = lines.map(([key, value]) => `${key}=${/^".*"$/.test(value) ? String(JSON.parse(value)) : value}`);
  // The effect of quotes, spaces, and number signs depends on how the list is written, so don't offer a fix for them.
  if (literals.some((literal) => !isPlainLiteral(literal))) return undefined;
  // Inserts before a trailing comment, because the object ends there.
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

/** Returns whether a text has the same value in a literal, quoted or not, and in an env file. */
export function isPlainLiteral(text: string): boolean {
  return !/["'\\\r\n]|:\s|:$|\s#|^\s|\s$/.test(text);
}

/** Returns whether a text consists of lines with one literal each, as `insertLiterals` writes them. */
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
