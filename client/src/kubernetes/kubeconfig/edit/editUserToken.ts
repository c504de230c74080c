/**
 * Changes the token of a user in the text of a kubeconfig. Changes nothing else, so comments, formatting, and other
 * entries stay as they are.
 */
import { isDeepStrictEqual } from 'node:util';
import { isMap, isScalar, isSeq, Scalar, type Node, type Pair, type YAMLMap } from 'yaml';
import { getValue, isJsonObject } from '#core/common/json.ts';
import { fail, succeed, type Result } from '#core/common/result.ts';
import { parseDocument, parseText, withoutMark } from '../parseKubeconfig.ts';

/** `absent`: the text doesn't contain the user. `unsupported`: the entry has a form that can't be changed safely. */
export type TokenEditProblem = 'absent' | 'unsupported';

/** A replacement in the text. */
interface Edit {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/**
 * Sets the token of a user.
 * @param raw text of the kubeconfig
 * @param user name of the user entry
 * @param token the new token; an empty string removes the token
 * @returns the new text. It's parsed and compared with the previous text, so that only the token can differ.
 */
export function editUserToken(raw: string, user: string, token: string): Result<string, TokenEditProblem> {
  const text = withoutMark(raw);
  const mark = raw.slice(0, raw.length - text.length);
  const document = parseDocument(text);
  const users = document.ok ? getPair(document.value?.contents, 'users')?.value : undefined;
  if (!isSeq(users)) return fail('absent');
  const entry = users.items.find((item) => isMap(item) && scalarOf(getPair(item, 'name')?.value) === user);
  if (entry === undefined) return fail('absent');
  const edit = findEdit(text, getPair(entry, 'user'), token);
  if (edit === undefined) return fail('unsupported');
  const edited = `${text.slice(0, edit.from)}${edit.text}${text.slice(edit.to)}`;
  return isOnlyChange(text, edited, user, token) ? succeed(`${mark}${edited}`) : fail('unsupported');
}

/** Returns whether the texts differ only in the token of the user. */
function isOnlyChange(before: string, after: string, user: string, token: string): boolean {
  const [old, edited] = [parseText(before), parseText(after)];
  if (!old.ok || !edited.ok || !isJsonObject(old.value)) return false;
  const users = getValue(old.value, 'users');
  if (!Array.isArray(users)) return false;
  const index = users.findIndex((item) => getValue(item, 'name') === user);
  const expected = users.map((item: unknown, at): unknown =>
    at === index && isJsonObject(item) ? { ...item, user: { ...objectOf(item['user']), token } } : item,
  );
  return isDeepStrictEqual({ ...old.value, users: expected }, edited.value);
}

function objectOf(value: unknown): object {
  return isJsonObject(value) ? value : {};
}

/** Finds where to write the token. Returns undefined for forms that aren't supported, such as anchors and aliases. */
function findEdit(text: string, pair: Pair | undefined, token: string): Edit | undefined {
  if (pair === undefined) return undefined;
  const { value } = pair;
  if (isScalar(value) && value.value === null && value.anchor === undefined)
    return editEmpty(text, pair, `{${quoted('token')}: ${quoted(token)}}`);
  if (!isMap(value) || value.anchor !== undefined || value.tag !== undefined) return undefined;
  const current = getPair(value, 'token');
  const isFlow = value.flow === true;
  const written = isFlow || !isPlain(token) ? quoted(token) : token;
  if (current !== undefined) return replaceValue(text, current, written);
  return isFlow ? insertIntoFlow(value, written) : insertIntoBlock(text, value, written);
}

function replaceValue(text: string, pair: Pair, written: string): Edit | undefined {
  const { value } = pair;
  if (!isScalar(value) || value.anchor !== undefined || value.tag !== undefined) return undefined;
  if (value.type === Scalar.BLOCK_LITERAL || value.type === Scalar.BLOCK_FOLDED) return undefined;
  if (value.source === '' && value.type === Scalar.PLAIN) return editEmpty(text, pair, written);
  const range = rangeOf(value);
  return range === undefined ? undefined : { from: range[0], to: range[1], text: written };
}

/** Writes the value of a key that has none, or null. */
function editEmpty(text: string, { key, value }: Pair, written: string): Edit | undefined {
  const range = isScalar(value) ? rangeOf(value) : undefined;
  if (range !== undefined && range[1] > range[0]) return { from: range[0], to: range[1], text: written };
  const end = isScalar(key) ? rangeOf(key)?.[1] : undefined;
  const colon = end === undefined ? -1 : text.indexOf(':', end);
  return colon < 0 ? undefined : { from: colon + 1, to: colon + 1, text: ` ${written}` };
}

function insertIntoFlow(map: YAMLMap, written: string): Edit | undefined {
  const start = rangeOf(map)?.[0];
  if (start === undefined) return undefined;
  const separator = map.items.length === 0 ? '' : ', ';
  return { from: start + 1, to: start + 1, text: `${quoted('token')}: ${written}${separator}` };
}

/** Inserts a line before the first field, with the same indentation. */
function insertIntoBlock(text: string, map: YAMLMap, written: string): Edit | undefined {
  const [first] = map.items;
  const at = isScalar(first?.key) ? rangeOf(first.key)?.[0] : undefined;
  if (at === undefined) return undefined;
  const line = text.lastIndexOf('\n', at - 1) + 1;
  const indent = text.slice(line, at);
  if (!/^ *$/.test(indent)) return undefined;
  const end = text.slice(0, line).endsWith('\r\n') ? '\r\n' : '\n';
  return { from: at, to: at, text: `token: ${written}${end}${indent}` };
}

function getPair(node: unknown, key: string): Pair | undefined {
  return isMap(node) ? node.items.find((pair) => scalarOf(pair.key) === key) : undefined;
}

function scalarOf(node: unknown): unknown {
  return isScalar(node) ? node.value : undefined;
}

function rangeOf({ range }: Node): readonly [from: number, to: number] | undefined {
  return range === undefined || range === null ? undefined : [range[0], range[1]];
}

/** Returns whether a token is a string in YAML without quotes. */
function isPlain(token: string): boolean {
  return /^(?:sha256~|eyJ)[\w.-]+$/.test(token);
}

function quoted(text: string): string {
  return JSON.stringify(text);
}
