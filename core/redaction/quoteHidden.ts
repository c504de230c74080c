/** Keeps redacted YAML readable. */
import { hidden } from './hidden.ts';

/** What can precede a value on its line: dashes of a list, and a key, plain or quoted. */
const beforeValue = /^\s*(?:- +)*(?:(?:("[^"\n]*"|'[^'\n]*')|[^\s"'#[{-][^\n]*):\s+)?$/;

/**
 * Puts quotation marks around the plain YAML scalars that begin with `***`. A parser would read `value: ***` as an
 * alias, and reject the whole file.
 * @returns a text with the same number of lines
 */
export function quoteHidden(yaml: string): string {
  if (!yaml.includes(hidden)) return yaml;
  const out: string[] = [];
  /** Indentation of the value that was quoted last. Undefined if another line followed. */
  let quotedAt: number | undefined;
  for (const line of yaml.split('\n')) {
    // The rest of a value on several lines: after a quoted scalar, only empty lines are valid.
    if (quotedAt !== undefined && line.trim() === hidden && indentOf(line) > quotedAt) {
      out.push('');
      continue;
    }
    const quoted = quotedLine(line);
    quotedAt = quoted === line ? undefined : indentOf(line);
    out.push(quoted);
  }
  return out.join('\n');
}

function quotedLine(line: string): string {
  const start = line.indexOf(hidden);
  if (start === -1) return line;
  const before = line.slice(0, start);
  const found = beforeValue.exec(before);
  // After a plain key, a second colon belongs to the value, which then begins before the asterisks.
  if (found === null || (found[1] === undefined && before.trimEnd().slice(0, -1).includes(': '))) return line;
  const value = line.slice(start).trimEnd();
  return `${before}${JSON.stringify(value)}${line.slice(start + value.length)}`;
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}
