/** Keeps redacted YAML readable. */
import { hidden } from '../hidden.ts';

/** Matches the text before a value on its line: list dashes, and a plain or quoted key. */
const beforeValue = /^\s*(?:- +)*(?:(?:("[^"\n]*"|'[^'\n]*')|[^\s"'#[{-][^\n]*):\s+)?$/;

/**
 * Puts quotation marks around plain YAML scalars that start with `***`. A parser would interpret `value: ***` as an
 * alias and reject the whole file.
 * @returns a text with the same number of lines
 */
export function quoteHidden(yaml: string): string {
  if (!yaml.includes(hidden)) return yaml;
  const out: string[] = [];
  /** Indentation of the last quoted value. Undefined if another line followed. */
  let quotedAt: number | undefined;
  for (const line of yaml.split('\n')) {
    // The rest of a value on several lines. After a quoted scalar, only empty lines are valid.
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
  // After a plain key, a second colon belongs to the value, so the value starts before the asterisks.
  if (found === null || (found[1] === undefined && before.trimEnd().slice(0, -1).includes(': '))) return line;
  const value = line.slice(start).trimEnd();
  return `${before}${JSON.stringify(value)}${line.slice(start + value.length)}`;
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}
