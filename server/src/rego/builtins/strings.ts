/** Strings. Places and lengths count characters, as the engine does, not UTF-16 units. */
import { absolute, costOfNumber, floor, formatNumber } from '../numbers.ts';
import { RegoArray, RegoSet, type Value } from '../values.ts';
import {
  anyArgument,
  BuiltinProblem,
  numberArgument,
  objectArgument,
  stringArgument,
  stringsArgument,
  undefinedUnlessStrict,
  type Builtin,
  type BuiltinCall,
  type BuiltinTable,
} from './builtin.ts';
import { sprintf } from './sprintf.ts';

/** A built-in of strings only. */
const ofStrings = (arity: number, operation: (call: BuiltinCall, ...strings: string[]) => Value | undefined): Builtin => ({
  arity,
  run: (args, call) => {
    const strings = Array.from({ length: arity }, (_, index) => stringArgument(call, args, index));
    call.allocate(strings.reduce((length, string) => length + string.length, 0));
    return operation(call, ...strings);
  },
});

const concat = (args: readonly Value[], call: BuiltinCall): Value => {
  const delimiter = stringArgument(call, args, 0);
  const strings = stringsArgument(call, args, 1);
  call.allocate(strings.reduce((length, string) => length + string.length + delimiter.length, 0));
  return strings.join(delimiter);
};

const formatInt = (args: readonly Value[], call: BuiltinCall): Value | undefined => {
  const number = numberArgument(call, args, 0);
  const base = numberArgument(call, args, 1);
  if (base !== 2n && base !== 8n && base !== 10n && base !== 16n) {
    return undefinedUnlessStrict(call, `\`${call.name}\` expects base to be one of 2, 8, 10, 16`, 1);
  }
  call.spend(costOfNumber(number));
  const whole = floor(absolute(number));
  return (number < 0 ? '-' : '') + (typeof whole === 'bigint' ? whole.toString(Number(base)) : formatNumber(whole));
};

/** How many characters are before that unit. */
const characterAt = (text: string, unit: number): bigint => BigInt(Array.from(text.slice(0, unit)).length);

const indexOf = (call: BuiltinCall, text: string, wanted: string): Value => {
  const at = text === '' ? -1 : text.indexOf(wanted);
  call.spend(at < 0 ? 0 : at);
  return at < 0 ? -1n : characterAt(text, at);
};

const indicesOf = (call: BuiltinCall, text: string, wanted: string): Value => {
  const positions: Value[] = [];
  let unit = 0;
  let position = 0n;
  for (const character of text) {
    if (text.startsWith(wanted, unit)) positions.push(position);
    unit += character.length;
    position += 1n;
  }
  call.spend(unit);
  call.allocate(positions.length);
  return new RegoArray(positions);
};

/** How large the result of a replacement can get, before it is made. */
const replaceAll = (call: BuiltinCall, text: string, old: string, replacement: string): string => {
  const parts = old === '' ? Array.from(text).length + 2 : text.split(old).length;
  call.allocate(text.length + parts * (replacement.length + 1));
  return old === '' ? ['', ...Array.from(text), ''].join(replacement) : text.replaceAll(old, () => replacement);
};

const split = (call: BuiltinCall, text: string, delimiter: string): Value => {
  const parts = delimiter === '' ? Array.from(text) : text.split(delimiter);
  call.allocate(parts.length);
  return new RegoArray(parts);
};

const count = (call: BuiltinCall, text: string, wanted: string): Value => {
  call.spend(text.length);
  return BigInt(wanted === '' ? Array.from(text).length + 1 : text.split(wanted).length - 1);
};

const replaceN = (args: readonly Value[], call: BuiltinCall): Value => {
  const pairs = objectArgument(call, args, 0).entries;
  let text = stringArgument(call, args, 1);
  for (const [old, replacement] of pairs) {
    if (typeof old !== 'string' || typeof replacement !== 'string') {
      throw new BuiltinProblem(`\`${call.name}\` expects string keys and values in pattern object.`, 0);
    }
    text = replaceAll(call, text, old, replacement);
  }
  return text;
};

const substring = (args: readonly Value[], call: BuiltinCall): Value | undefined => {
  const text = stringArgument(call, args, 0);
  const offset = numberArgument(call, args, 1);
  const length = numberArgument(call, args, 2);
  if (typeof offset === 'bigint' && offset < 0n) return undefinedUnlessStrict(call, 'negative offset', 1);
  if (typeof offset !== 'bigint' || typeof length !== 'bigint') return '';
  call.allocate(text.length);
  const characters = Array.from(text);
  const start = offset > characters.length ? characters.length : Number(offset);
  return characters.slice(start, length < 0n || length > characters.length ? undefined : start + Number(length)).join('');
};

const trimmed = (text: string, cut: string, sides: 'both' | 'left' | 'right'): string => {
  const characters = Array.from(text);
  const away = new Set(cut);
  let start = 0;
  let end = characters.length;
  if (sides !== 'right') while (start < end && away.has(characters[start] ?? '')) start += 1;
  if (sides !== 'left') while (end > start && away.has(characters[end - 1] ?? '')) end -= 1;
  return characters.slice(start, end).join('');
};

/** One string, or those of an array or set. */
const oneOrMany = (args: readonly Value[], call: BuiltinCall, index: number): readonly string[] | undefined => {
  const value = anyArgument(args, index);
  if (typeof value === 'string') return [value];
  if (!(value instanceof RegoArray || value instanceof RegoSet)) {
    return undefinedUnlessStrict(call, `\`${call.name}\` expects string/array[string]/set[string] argument.`, index);
  }
  return stringsArgument(call, args, index);
};

const anyMatch = (matches: (text: string, part: string) => boolean): Builtin => ({
  arity: 2,
  run: (args, call) => {
    const texts = oneOrMany(args, call, 0);
    const parts = oneOrMany(args, call, 1);
    if (texts === undefined || parts === undefined) return undefined;
    call.spend(texts.length * parts.reduce((work, part) => work + 1 + (part.length >> 6), 0));
    return texts.some((text) => parts.some((part) => matches(text, part)));
  },
});

/** What Unicode takes for white space; JavaScript's own list has the mark of byte order too and lacks U+0085. */
const space = /^[\t-\r \u0085\p{Z}]+|[\t-\r \u0085\p{Z}]+$/gu;

const trimSpace = (call: BuiltinCall, text: string): string => {
  call.spend(text.length);
  const characters = Array.from(text);
  let start = 0;
  let end = characters.length;
  const isSpace = (character: string | undefined): boolean => character !== undefined && character.replace(space, '') === '';
  while (start < end && isSpace(characters[start])) start += 1;
  while (end > start && isSpace(characters[end - 1])) end -= 1;
  return characters.slice(start, end).join('');
};

export const strings: BuiltinTable = {
  concat: { arity: 2, run: concat },
  contains: ofStrings(2, (_, text = '', part = '') => text.includes(part)),
  endswith: ofStrings(2, (_, text = '', part = '') => text.endsWith(part)),
  startswith: ofStrings(2, (_, text = '', part = '') => text.startsWith(part)),
  format_int: { arity: 2, run: formatInt },
  indexof: ofStrings(2, (call, text = '', part = '') => indexOf(call, text, part)),
  indexof_n: ofStrings(2, (call, text = '', part = '') => indicesOf(call, text, part)),
  lower: ofStrings(1, (_, text = '') => text.toLowerCase()),
  upper: ofStrings(1, (_, text = '') => text.toUpperCase()),
  replace: ofStrings(3, (call, text = '', old = '', replacement = '') => replaceAll(call, text, old, replacement)),
  split: ofStrings(2, (call, text = '', delimiter = '') => split(call, text, delimiter)),
  sprintf: { arity: 2, run: sprintf },
  'strings.any_prefix_match': anyMatch((text, part) => text.startsWith(part)),
  'strings.any_suffix_match': anyMatch((text, part) => text.endsWith(part)),
  'strings.count': ofStrings(2, (call, text = '', part = '') => count(call, text, part)),
  'strings.replace_n': { arity: 2, run: replaceN },
  'strings.reverse': ofStrings(1, (_, text = '') => Array.from(text).toReversed().join('')),
  substring: { arity: 3, run: substring },
  trim: ofStrings(2, (_, text = '', cut = '') => trimmed(text, cut, 'both')),
  trim_left: ofStrings(2, (_, text = '', cut = '') => trimmed(text, cut, 'left')),
  trim_right: ofStrings(2, (_, text = '', cut = '') => trimmed(text, cut, 'right')),
  trim_prefix: ofStrings(2, (_, text = '', prefix = '') => (text.startsWith(prefix) ? text.slice(prefix.length) : text)),
  trim_suffix: ofStrings(2, (_, text = '', suffix = '') => (text.endsWith(suffix) ? text.slice(0, text.length - suffix.length) : text)),
  trim_space: ofStrings(1, (call, text = '') => trimSpace(call, text)),
};
