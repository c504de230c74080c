/** Values as text: as `sprintf` and `print` show them, and as JSON. */
import { formatNumber } from './numbers.ts';
import { RegoArray, RegoObject, RegoSet, type Value } from './values.ts';

const scalarText = (value: null | boolean | number | bigint): string => {
  if (value === null) return 'null';
  return typeof value === 'boolean' ? String(value) : formatNumber(value);
};

/** As `print` and `%v` show it: strings inside of collections with quotes, a blank after commas and colons. */
export const formatValue = (value: Value): string => (typeof value === 'string' ? value : nested(value));

const nested = (value: Value): string => {
  if (typeof value === 'string') return JSON.stringify(value);
  if (value instanceof RegoArray) return `[${value.items.map(nested).join(', ')}]`;
  if (value instanceof RegoSet) return `{${value.items.map(nested).join(', ')}}`;
  if (value instanceof RegoObject) return `{${value.entries.map(([key, item]) => `${nested(key)}: ${nested(item)}`).join(', ')}}`;
  return scalarText(value);
};

/** As JSON without blanks: sets as arrays, keys that are no strings as the text of their JSON. */
export const toJsonText = (value: Value): string => {
  if (typeof value === 'string') return JSON.stringify(value);
  if (value instanceof RegoArray || value instanceof RegoSet) return `[${value.items.map(toJsonText).join(',')}]`;
  if (value instanceof RegoObject) return `{${value.entries.map(([key, item]) => `${keyText(key)}:${toJsonText(item)}`).join(',')}}`;
  return scalarText(value);
};

const keyText = (key: Value): string => JSON.stringify(typeof key === 'string' ? key : toJsonText(key));

/** As JSON over several lines, each level moved in by `indent`. */
export const toPrettyJson = (value: Value, indent: string, prefix: string): string => `${prefix}${pretty(value, indent, `\n${prefix}`)}`;

const pretty = (value: Value, indent: string, line: string): string => {
  const inner = line + indent;
  if (value instanceof RegoArray || value instanceof RegoSet) {
    if (value.items.length === 0) return '[]';
    return `[${value.items.map((item) => inner + pretty(item, indent, inner)).join(',')}${line}]`;
  }
  if (value instanceof RegoObject) {
    if (value.entries.length === 0) return '{}';
    return `{${value.entries.map(([key, item]) => `${inner}${keyText(key)}: ${pretty(item, indent, inner)}`).join(',')}${line}}`;
  }
  return toJsonText(value);
};

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** As JavaScript's own values, for what takes JSON: sets as arrays; whole numbers beyond 2^53 lose digits. */
export const toJson = (value: Value): Json => {
  if (typeof value === 'bigint') return Number(value);
  if (value instanceof RegoArray || value instanceof RegoSet) return value.items.map(toJson);
  if (value instanceof RegoObject) {
    return Object.fromEntries(value.entries.map(([key, item]): [string, Json] => [typeof key === 'string' ? key : toJsonText(key), toJson(item)]));
  }
  return value;
};
