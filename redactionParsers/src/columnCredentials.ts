/**
 * Finds credentials in columns: names and values separated by spaces, tables with a header, forms, and responses to a
 * prompt.
 */
import { isCredentialKey, isDistinctive, isProse } from '#core/redaction/credentialNames.ts';
import type { NamedValue } from '#core/redaction/namedValues.ts';

/** Matches a line that has only a name and a value: `token      x`, `| SecretAccessKey | x |`, `PASSWORD<tab>x`. */
const aligned =
  /^[|\s]{0,50}([A-Za-z](?:[\w. -]{0,60}?[\w.-])?)(?:\t{1,3}|[ \t]{2,80}|[ \t]{0,80}\|[ \t]{0,80})([^\s|]{6,4000})[| \t\r]{0,80}$/gm;
/** Matches `Password:` and the input on the next line. */
const prompt =
  /^[^\n:]{0,60}\b(?:password|passphrase|passcode|token)[^\n:]{0,40}:[ \t]*\r?\n([^\s:-][^\s:]{5,200})[ \t]*\r?$/gim;
/** Matches a form field in an HTTP request. */
const formField = /\bname="([\w.-]{1,100})"[^\n]{0,200}\r?\n\r?\n([^\r\n]{1,4000})/g;
/** Matches a table header: names separated by commas, tabs, or bars. */
const head =
  /^[ \t|]{0,50}["']?[A-Za-z](?:[\w .-]{0,40}[\w.-])?["']?(?:[ \t]{0,20}[,;|\t][ \t]{0,20}["']?[A-Za-z](?:[\w .-]{0,40}[\w.-])?["']?){1,30}[ \t|]{0,50}\r?$/gm;
/** Maximum number of rows per table. */
const mostRows = 1000;

/** Finds credentials in columns. */
export function* inColumns(text: string): Generator<NamedValue> {
  for (const found of text.matchAll(aligned)) yield* ofLine(found, 1, 2);
  for (const found of text.matchAll(prompt)) yield* ofLine(found, undefined, 1);
  for (const found of text.matchAll(formField)) {
    const [all, key = '', value = ''] = found;
    const to = found.index + all.length;
    if (isCredentialKey(key) && !isProse(key, value)) yield { key, from: to - value.length, to, value };
  }
  const heads = new RegExp(head);
  for (let found = heads.exec(text); found !== null; found = heads.exec(text)) {
    const sign = /[,;|\t]/.exec(found[0].replace(/^[ \t|]*/, ''))?.[0] ?? ',';
    const names = cells(found[0], sign).map(({ value }) => value);
    if (!names.some(isCredentialKey)) continue;
    heads.lastIndex = yield* rows(text, heads.lastIndex + 1, names, sign);
  }
}

/** Returns only values that don't look like words, because lists of objects also have two columns. */
function* ofLine(found: RegExpExecArray, keyGroup: number | undefined, valueGroup: number): Generator<NamedValue> {
  const [key, value] = [keyGroup === undefined ? 'password' : (found[keyGroup] ?? ''), found[valueGroup] ?? ''];
  if (!isCredentialKey(key.trim()) || !isDistinctive(value) || isProse(key, value)) return;
  const from = found.index + found[0].lastIndexOf(value);
  yield { key, from, to: from + value.length, value };
}

interface Cell {
  readonly value: string;
  readonly from: number;
}

/**
 * Returns the values of the rows below a table header.
 * @returns the position after the rows
 */
function* rows(text: string, start: number, names: readonly string[], sign: string): Generator<NamedValue, number> {
  let at = start;
  for (let count = 0; count < mostRows && at < text.length; count += 1) {
    const end = text.indexOf('\n', at) < 0 ? text.length : text.indexOf('\n', at);
    const row = cells(text.slice(at, Math.min(end, at + 20_000)), sign);
    if (row.length !== names.length) return at;
    for (const [index, { value, from }] of row.entries()) {
      const key = names[index] ?? '';
      if (isCredentialKey(key) && isDistinctive(value) && !isProse(key, value))
        yield { key, from: at + from, to: at + from + value.length, value };
    }
    at = end + 1;
  }
  return at;
}

function cells(line: string, sign: string): readonly Cell[] {
  const found: Cell[] = [];
  let from = 0;
  for (const part of line.split(sign)) {
    const value = part.trim().replace(/^(["'])(.*)\1$/, '$2');
    found.push({ value, from: from + part.indexOf(value) });
    from += part.length + 1;
  }
  // Bars also start and end a row.
  return sign === '|'
    ? found.filter(({ value }, index) => value !== '' || (index > 0 && index < found.length - 1))
    : found;
}
