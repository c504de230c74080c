/**
 * Built-in functions for strings. As in the policy engine, positions and lengths count characters, not UTF-16 code
 * units.
 */
import { absolute, floor, formatNumber } from '../values/numbers.ts';
import { costOfNumber, costOfWriting, digitsOf } from '../values/numberSize.ts';
import { checkLength, RegoArray, RegoSet, type RegoValue } from '../values/values.ts';
import {
  anyArgument,
  BuiltinProblem,
  numberArgument,
  objectArgument,
  stringArgument,
  stringsArgument,
  undefinedUnlessStrict,
  type BuiltinFunction,
  type BuiltinCall,
  type BuiltinTable,
} from './builtin.ts';
import { charactersIn, charactersOf, firstIndexOf, isWithinCharacter, placesOf, unitOf } from './search.ts';
import { sprintf } from './sprintf.ts';

/** Defines a built-in function with only string arguments that charges its own work. */
const ofStrings = (
  arity: number,
  operation: (call: BuiltinCall, ...strings: string[]) => RegoValue | undefined,
): BuiltinFunction => ({
  arity,
  run: (args, call) =>
    operation(call, ...Array.from({ length: arity }, (_, index) => stringArgument(call, args, index))),
});

/** Defines a built-in function that compares its second string with a part of the first. */
const ofParts = (operation: (text: string, part: string) => RegoValue): BuiltinFunction =>
  ofStrings(2, (call, text = '', part = '') => {
    call.spend(part.length >> 6);
    return operation(text, part);
  });

/** Maximum number of characters in the uppercase form of one character. */
const mostLettersOfOne = 3;

const cased = (change: (text: string) => string): BuiltinFunction =>
  ofStrings(1, (call, text = '') => {
    call.allocate(text.length);
    call.spend((text.length * mostLettersOfOne) >> 3);
    const result = change(text);
    call.allocate(Math.max(0, result.length - text.length));
    return result;
  });

const concat = (args: readonly RegoValue[], call: BuiltinCall): RegoValue => {
  const delimiter = stringArgument(call, args, 0);
  const strings = stringsArgument(call, args, 1);
  call.allocate(strings.reduce((length, string) => length + string.length + delimiter.length, 0));
  return strings.join(delimiter);
};

const formatInt = (args: readonly RegoValue[], call: BuiltinCall): RegoValue | undefined => {
  const number = numberArgument(call, args, 0);
  const base = numberArgument(call, args, 1);
  if (base !== 2n && base !== 8n && base !== 10n && base !== 16n) {
    return undefinedUnlessStrict(call, `\`${call.name}\` expects base to be one of 2, 8, 10, 16`, 1);
  }
  const whole = floor(absolute(number));
  call.spend(costOfNumber(number) + (base === 10n ? costOfWriting(whole) : 0));
  call.allocate(digitsOf(whole, Number(base)));
  return (number < 0 ? '-' : '') + (typeof whole === 'bigint' ? whole.toString(Number(base)) : formatNumber(whole));
};

const indexOf = (call: BuiltinCall, text: string, wanted: string): RegoValue => {
  const at = text === '' ? -1 : firstIndexOf(call, text, wanted);
  return at < 0 ? -1n : BigInt(charactersIn(call, text, 0, at));
};

function* unitsOf({ length }: string): Generator<number> {
  for (let unit = 0; unit < length; unit += 1) yield unit;
}

const indicesOf = (call: BuiltinCall, text: string, wanted: string): RegoValue => {
  const positions: RegoValue[] = [];
  let unit = 0;
  let position = 0;
  for (const at of wanted === '' ? unitsOf(text) : placesOf(call, text, wanted, true)) {
    if (isWithinCharacter(text, at)) continue;
    position += charactersIn(call, text, unit, at);
    unit = at;
    call.spend(1);
    call.allocate(1);
    checkLength(positions.length);
    positions.push(BigInt(position));
  }
  return new RegoArray(positions);
};

/** Returns the parts of a text between the matches of a nonempty delimiter. */
const partsOf = (call: BuiltinCall, text: string, delimiter: string): string[] => {
  const parts: string[] = [];
  let start = 0;
  for (const at of placesOf(call, text, delimiter)) {
    call.spend(1);
    call.allocate(1);
    checkLength(parts.length);
    parts.push(text.slice(start, at));
    start = at + delimiter.length;
  }
  parts.push(text.slice(start));
  return parts;
};

const characters = (call: BuiltinCall, text: string): string[] => {
  call.spend(text.length >> 1);
  call.allocate(text.length);
  checkLength(text.length);
  return Array.from(text);
};

/** Replaces matches. Charges the size of the result before creating it. */
const replaceAll = (call: BuiltinCall, text: string, old: string, replacement: string): string => {
  const parts = old === '' ? ['', ...characters(call, text), ''] : partsOf(call, text, old);
  call.allocate(text.length + parts.length * replacement.length);
  return parts.join(replacement);
};

const split = (call: BuiltinCall, text: string, delimiter: string): RegoValue => {
  if (delimiter === '') return new RegoArray(characters(call, text));
  call.allocate(text.length);
  return new RegoArray(partsOf(call, text, delimiter));
};

const count = (call: BuiltinCall, text: string, wanted: string): RegoValue => {
  if (wanted === '') return BigInt(charactersIn(call, text) + 1);
  let places = 0;
  for (const _ of placesOf(call, text, wanted)) places += 1;
  call.spend(places >> 2);
  return BigInt(places);
};

const replaceN = (args: readonly RegoValue[], call: BuiltinCall): RegoValue => {
  const pairs = objectArgument(call, args, 0).entries;
  let text = stringArgument(call, args, 1);
  for (const [old, replacement] of pairs) {
    if (typeof old !== 'string' || typeof replacement !== 'string') {
      throw new BuiltinProblem(`\`${call.name}\` expects string keys and values in pattern object.`, 0);
    }
    call.spend(1);
    text = replaceAll(call, text, old, replacement);
  }
  return text;
};

const substring = (args: readonly RegoValue[], call: BuiltinCall): RegoValue | undefined => {
  const text = stringArgument(call, args, 0);
  const offset = numberArgument(call, args, 1);
  const length = numberArgument(call, args, 2);
  if (typeof offset === 'bigint' && offset < 0n) return undefinedUnlessStrict(call, 'negative offset', 1);
  if (typeof offset !== 'bigint' || typeof length !== 'bigint') return '';
  const bounded = (number: bigint): number => (number > BigInt(text.length) ? text.length : Number(number));
  const start = unitOf(call, text, bounded(offset));
  const end = length < 0n ? text.length : unitOf(call, text, bounded(length), start);
  call.allocate(end - start);
  return text.slice(start, end);
};

/** Reverses the characters piece by piece, without a list of all characters. */
const reversed = (call: BuiltinCall, text: string): string => {
  call.allocate(text.length);
  call.spend(text.length >> 2);
  const pieces: string[] = [];
  for (let end = text.length; end > 0;) {
    let start = Math.max(0, end - pieceLength);
    if (isWithinCharacter(text, start)) start -= 1;
    pieces.push(Array.from(text.slice(start, end)).toReversed().join(''));
    end = start;
  }
  return pieces.join('');
};
const pieceLength = 4096;

const trimmed = (call: BuiltinCall, text: string, cut: string, sides: 'both' | 'left' | 'right'): string => {
  const away = new Set(charactersOf(call, cut));
  return trimmedWhere(call, text, (character) => away.has(character), sides);
};

/** Removes the characters at the ends of a text that match the predicate. */
const trimmedWhere = (
  call: BuiltinCall,
  text: string,
  isCut: (character: string) => boolean,
  sides: 'both' | 'left' | 'right',
): string => {
  let start = 0;
  let end = text.length;
  if (sides !== 'right') {
    while (start < end) {
      const next = start + (isWithinCharacter(text, start + 1) ? 2 : 1);
      if (!isCut(text.slice(start, next))) break;
      start = next;
    }
    call.spend(start >> 1);
  }
  if (sides !== 'left') {
    while (end > start) {
      const before = end - (isWithinCharacter(text, end - 1) ? 2 : 1);
      if (!isCut(text.slice(before, end))) break;
      end = before;
    }
    call.spend((text.length - end) >> 1);
  }
  return text.slice(start, end);
};

/** Returns a string, or the strings of an array or set, as a list. */
const oneOrMany = (args: readonly RegoValue[], call: BuiltinCall, index: number): readonly string[] | undefined => {
  const value = anyArgument(args, index);
  if (typeof value === 'string') return [value];
  if (!(value instanceof RegoArray || value instanceof RegoSet)) {
    return undefinedUnlessStrict(call, `\`${call.name}\` expects string/array[string]/set[string] argument.`, index);
  }
  return stringsArgument(call, args, index);
};

const anyMatch = (matches: (text: string, part: string) => boolean): BuiltinFunction => ({
  arity: 2,
  run: (args, call) => {
    const texts = oneOrMany(args, call, 0);
    const parts = oneOrMany(args, call, 1);
    if (texts === undefined || parts === undefined) return undefined;
    call.spend(texts.length * parts.reduce((work, part) => work + 1 + (part.length >> 6), 0));
    return texts.some((text) => parts.some((part) => matches(text, part)));
  },
});

/** Matches Unicode white space. The JavaScript class also contains the byte order mark but not U+0085. */
const space = /^[\t-\r \u0085\p{Z}]$/u;

export const stringBuiltinFunctions: BuiltinTable = {
  concat: { arity: 2, run: concat },
  contains: ofStrings(2, (call, text = '', part = '') => firstIndexOf(call, text, part) >= 0),
  endswith: ofParts((text, part) => text.endsWith(part)),
  startswith: ofParts((text, part) => text.startsWith(part)),
  format_int: { arity: 2, run: formatInt },
  indexof: ofStrings(2, (call, text = '', part = '') => indexOf(call, text, part)),
  indexof_n: ofStrings(2, (call, text = '', part = '') => indicesOf(call, text, part)),
  lower: cased((text) => text.toLowerCase()),
  upper: cased((text) => text.toUpperCase()),
  replace: ofStrings(3, (call, text = '', old = '', replacement = '') => replaceAll(call, text, old, replacement)),
  split: ofStrings(2, (call, text = '', delimiter = '') => split(call, text, delimiter)),
  sprintf: { arity: 2, run: sprintf },
  'strings.any_prefix_match': anyMatch((text, part) => text.startsWith(part)),
  'strings.any_suffix_match': anyMatch((text, part) => text.endsWith(part)),
  'strings.count': ofStrings(2, (call, text = '', part = '') => count(call, text, part)),
  'strings.replace_n': { arity: 2, run: replaceN },
  'strings.reverse': ofStrings(1, (call, text = '') => reversed(call, text)),
  substring: { arity: 3, run: substring },
  trim: ofStrings(2, (call, text = '', cut = '') => trimmed(call, text, cut, 'both')),
  trim_left: ofStrings(2, (call, text = '', cut = '') => trimmed(call, text, cut, 'left')),
  trim_right: ofStrings(2, (call, text = '', cut = '') => trimmed(call, text, cut, 'right')),
  trim_prefix: ofParts((text, prefix) => (text.startsWith(prefix) ? text.slice(prefix.length) : text)),
  trim_suffix: ofParts((text, suffix) => (text.endsWith(suffix) ? text.slice(0, text.length - suffix.length) : text)),
  trim_space: ofStrings(1, (call, text = '') => trimmedWhere(call, text, (character) => space.test(character), 'both')),
};
