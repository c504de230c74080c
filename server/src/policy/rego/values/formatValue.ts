/**
 * Formats values in the same way as `sprintf` and `print`, and as JSON. Charges each piece before it is created,
 * because escapes can make a text much longer.
 */
import { freeOfCharge, type Charge } from '../evaluate/limits.ts';
import { formatNumber, isNumber, type RegoNumber } from './numbers.ts';
import { costOfWriting, digitsOf, sizeOfNumber } from './numberSize.ts';
import { RegoArray, RegoObject, RegoSet, getTypeName, type RegoEntry, type RegoValue } from './values.ts';

/** Returns the length of a text as a JSON string. */
const quotedLength = (text: string): number => {
  let length = text.length + 2;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit < 0x20) length += 5;
    else if (unit === 0x22 || unit === 0x5c) length += 1;
    else if (unit >= 0xd800 && unit < 0xe000) length += 3;
  }
  return length;
};

const quoted = (text: string, charge: Charge): string => {
  charge.spend(text.length >> 5);
  charge.allocate(quotedLength(text));
  return JSON.stringify(text);
};

/** Formats a number as JSON and charges the work. */
export const chargedNumber = (number: RegoNumber, charge: Charge): string => {
  const isLong = sizeOfNumber(number) > 1;
  if (isLong) {
    charge.spend(costOfWriting(number));
    charge.allocate(digitsOf(number));
  }
  const text = formatNumber(number);
  if (!isLong) charge.allocate(text.length);
  return text;
};

const scalarText = (value: null | boolean | RegoNumber, charge: Charge): string =>
  isNumber(value) ? chargedNumber(value, charge) : String(value);

/** Formats and joins the items. The charge for `between` includes the brackets. */
const joined = <Item>(
  items: readonly Item[],
  between: string,
  charge: Charge,
  write: (item: Item) => string,
): string => {
  charge.spend(items.length);
  charge.allocate((items.length + 1) * between.length);
  return items.map(write).join(between);
};

/**
 * Formats a value in the same way as `print` and `%v`: strings in collections are quoted, and commas and colons are
 * followed by a space.
 */
export const formatValue = (value: RegoValue, charge = freeOfCharge): string => {
  if (typeof value !== 'string') return nested(value, charge);
  charge.allocate(value.length);
  return value;
};

const nested = (value: RegoValue, charge: Charge): string => {
  const inner = (item: RegoValue) => nested(item, charge);
  if (typeof value === 'string') return quoted(value, charge);
  if (value instanceof RegoArray) return `[${joined(value.items, ', ', charge, inner)}]`;
  if (value instanceof RegoSet) return `{${joined(value.items, ', ', charge, inner)}}`;
  if (value instanceof RegoObject)
    return `{${joined(value.entries, ', ', charge, ([key, item]) => `${inner(key)}: ${inner(item)}`)}}`;
  return scalarText(value, charge);
};

/** Formats a value as compact JSON. Sets become arrays. Keys that aren't strings become the text of their JSON. */
export const toJsonText = (value: RegoValue, charge = freeOfCharge): string => {
  const inner = (item: RegoValue) => toJsonText(item, charge);
  if (typeof value === 'string') return quoted(value, charge);
  if (value instanceof RegoArray || value instanceof RegoSet) return `[${joined(value.items, ',', charge, inner)}]`;
  if (value instanceof RegoObject)
    return `{${joined(value.entries, ',', charge, ([key, item]) => `${keyText(key, charge)}:${inner(item)}`)}}`;
  return scalarText(value, charge);
};

/** Formats an object key. Each level of nested keys escapes the quotes again, which doubles the text. */
const keyText = (key: RegoValue, charge: Charge): string =>
  quoted(typeof key === 'string' ? key : toJsonText(key, charge), charge);

/** Formats a value as multiline JSON, indenting each level by `indent`. */
export const toPrettyJson = (value: RegoValue, indent: string, prefix: string, charge = freeOfCharge): string =>
  `${prefix}${pretty(value, indent, `\n${prefix}`, charge)}`;

const pretty = (value: RegoValue, indent: string, line: string, charge: Charge): string => {
  const inner = line + indent;
  const item = (below: RegoValue) => pretty(below, indent, inner, charge);
  if (value instanceof RegoArray || value instanceof RegoSet) {
    if (value.items.length === 0) return '[]';
    return `[${inner}${joined(value.items, `,${inner}`, charge, item)}${line}]`;
  }
  if (value instanceof RegoObject) {
    if (value.entries.length === 0) return '{}';
    const entry = ([key, below]: RegoEntry) => `${keyText(key, charge)}: ${item(below)}`;
    return `{${inner}${joined(value.entries, `,${inner}`, charge, entry)}${line}}`;
  }
  return toJsonText(value, charge);
};

/**
 * Returns a text that identifies a value: different values have different texts. Its length is about the size of the
 * value.
 */
export const identityText = (value: RegoValue): string => {
  if (typeof value === 'string') return `s${JSON.stringify(value)}`;
  // Hexadecimal is fast even for long numbers.
  if (isNumber(value))
    return `n${typeof value === 'bigint' || Number.isInteger(value) ? BigInt(value).toString(16) : value}`;
  if (value === null || typeof value === 'boolean') return String(value);
  const inside =
    value instanceof RegoObject
      ? value.entries.map(([key, item]) => `${identityText(key)}:${identityText(item)}`).join(',')
      : value.items.map(identityText).join(',');
  return `${getTypeName(value)}[${inside}]`;
};

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/**
 * Converts a value to plain JavaScript values, for code that uses JSON. Sets become arrays. Integers beyond 2^53 lose
 * digits.
 */
export const toJson = (value: RegoValue): Json => {
  if (typeof value === 'bigint') return Number(value);
  if (value instanceof RegoArray || value instanceof RegoSet) return value.items.map(toJson);
  if (value instanceof RegoObject) {
    return Object.fromEntries(
      value.entries.map(([key, item]): [string, Json] => [
        typeof key === 'string' ? key : toJsonText(key),
        toJson(item),
      ]),
    );
  }
  return value;
};
