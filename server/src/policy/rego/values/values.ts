/**
 * Represents the values of the guest's engine: JSON, sets, and objects with keys of any type. The undefined value of
 * Rego is `undefined`.
 */
import { findFirstIndex } from '#core/common/binarySearch.ts';
import { sizeOfNumber } from './numberSize.ts';

/** A value. Integers of any size are bigint, all other numbers are number. */
export type RegoValue = null | boolean | number | bigint | string | RegoArray | RegoSet | RegoObject;

/** Thrown if a value exceeds the limits. The evaluator converts it to an error with a position. */
export class ValueTooLarge extends Error {}

/**
 * Maximum nesting depth of a value, because functions that process values are recursive. The engine's JSON parser stops
 * at 128.
 */
export const maximalDepth = 256;

/** Maximum size of a value. Shared parts count each time, because functions also process them each time. */
const maximalSize = 1 << 23;

const isCollection = (value: RegoValue): value is RegoArray | RegoSet | RegoObject =>
  typeof value === 'object' && value !== null;

/**
 * Returns the size of a value: the number of elements, plus 1 per 8 characters of a string and per word of a long
 * number.
 */
export const sizeOf = (value: RegoValue): number => {
  if (isCollection(value)) return value.size;
  if (typeof value === 'string') return 1 + (value.length >> 3);
  return typeof value === 'bigint' ? sizeOfNumber(value) : 1;
};

/** Rejects a collection that is too large before it is created. */
export const checkLength = (length: number): void => {
  if (length > maximalSize) throw new ValueTooLarge(`a value has more than ${maximalSize} elements`);
};

/** Calculates the depth and size of a collection. */
class Measure {
  private deepest = 0;
  private sum = 1;

  take(value: RegoValue): void {
    this.sum += sizeOf(value);
    if (isCollection(value)) this.deepest = Math.max(this.deepest, value.depth);
  }

  depth(): number {
    if (this.deepest >= maximalDepth)
      throw new ValueTooLarge(`a value is nested more than ${maximalDepth} levels deep`);
    return this.deepest + 1;
  }

  size(): number {
    if (this.sum > maximalSize) throw new ValueTooLarge(`a value has more than ${maximalSize} elements`);
    return this.sum;
  }
}

/** A list of values. */
class RegoItems {
  readonly items: readonly RegoValue[];
  readonly depth: number;
  readonly size: number;

  constructor(items: readonly RegoValue[]) {
    const measure = new Measure();
    for (const item of items) measure.take(item);
    this.items = items;
    this.depth = measure.depth();
    this.size = measure.size();
  }
}

/** An array of Rego values in their original order. */
export class RegoArray extends RegoItems {}

/** A set. Created by `makeSet`: items are sorted and unique. */
export class RegoSet extends RegoItems {
  has(value: RegoValue): boolean {
    return found(this.items, value, (item) => item) >= 0;
  }
}

export type RegoEntry = readonly [key: RegoValue, value: RegoValue];

/** An object, sorted by key. Created by `makeObject`. */
export class RegoObject {
  readonly entries: readonly RegoEntry[];
  readonly depth: number;
  readonly size: number;

  /**
   * Creates an object.
   * @param entries sorted by key, with unique keys
   */
  constructor(entries: readonly RegoEntry[]) {
    const measure = new Measure();
    for (const [key, value] of entries) {
      measure.take(key);
      measure.take(value);
    }
    this.entries = entries;
    this.depth = measure.depth();
    this.size = measure.size();
  }

  get(key: RegoValue): RegoValue | undefined {
    const at = found(this.entries, key, (entry) => entry[0]);
    return at < 0 ? undefined : this.entries[at]?.[1];
  }
}

/** Returns the index of a value in a sorted list, or -1. */
const found = <T>(ordered: readonly T[], wanted: RegoValue, keyOf: (item: T) => RegoValue): number => {
  const at = findFirstIndex(ordered.length, (index) => {
    const item = ordered[index];
    return item === undefined || compareValues(keyOf(item), wanted) >= 0;
  });
  const item = ordered[at];
  return item !== undefined && compareValues(keyOf(item), wanted) === 0 ? at : -1;
};

export const emptyArray = new RegoArray([]);
export const emptySet = new RegoSet([]);
export const emptyObject = new RegoObject([]);

/** Creates a set of these values. */
export const makeSet = (values: readonly RegoValue[]): RegoSet => {
  const ordered = values.toSorted(compareValues);
  return new RegoSet(
    ordered.filter((value, index) => index === 0 || compareValues(value, ordered[index - 1] ?? null) !== 0),
  );
};

/** Creates an object of these entries. If several entries have the same key, uses the last one. */
export const makeObject = (entries: readonly RegoEntry[]): RegoObject => {
  const ordered = entries.toSorted((left, right) => compareValues(left[0], right[0]));
  return new RegoObject(
    ordered.filter((entry, index) => {
      const next = ordered[index + 1];
      return next === undefined || compareValues(entry[0], next[0]) !== 0;
    }),
  );
};

/** Returns the number of steps to compare two values. */
export const costOf = (left: RegoValue, right: RegoValue = left): number => Math.min(sizeOf(left), sizeOf(right)) >> 3;

/** Returns the number of steps to sort a number of values with this total size. */
export const costOfSorting = (count: number, size: number): number =>
  count + ((count >> 2) + (size >> 3)) * halvings(count);

/** Returns the number of steps to look up a number of values in a sorted list, without comparing long values. */
export const costOfLookups = (count: number, among: number): number => Math.ceil((count * (1 + halvings(among))) / 4);

/** Returns how many times a number of values can be halved. */
const halvings = (count: number): number => 32 - Math.clz32(count);

/** Returns `collection[key]`: an element of an array, a member of a set, or the value of a key. */
export const lookUp = (collection: RegoValue | undefined, key: RegoValue): RegoValue | undefined => {
  if (collection instanceof RegoObject) return collection.get(key);
  if (collection instanceof RegoArray)
    return typeof key === 'bigint' && key >= 0n && key < collection.items.length
      ? collection.items[Number(key)]
      : undefined;
  if (collection instanceof RegoSet) return collection.has(key) ? key : undefined;
  return undefined;
};

/** Returns the keys and values of a collection as in a loop. Returns undefined if the value isn't a collection. */
export const listEntries = (collection: RegoValue | undefined): readonly RegoEntry[] | undefined => {
  if (collection instanceof RegoObject) return collection.entries;
  if (collection instanceof RegoArray) return collection.items.map((item, index): RegoEntry => [BigInt(index), item]);
  if (collection instanceof RegoSet) return collection.items.map((item): RegoEntry => [item, item]);
  return undefined;
};

/** Returns the name of the type, as `type_name` does. */
export const getTypeName = (value: RegoValue): string => {
  if (value === null) return 'null';
  if (typeof value === 'boolean') return 'boolean';
  if (typeof value === 'number' || typeof value === 'bigint') return 'number';
  if (typeof value === 'string') return 'string';
  if (value instanceof RegoArray) return 'array';
  return value instanceof RegoSet ? 'set' : 'object';
};

/**
 * Returns the rank of a type. The engine sorts null, booleans, numbers, strings, arrays, sets, and objects in this
 * order, which differs from OPA.
 */
const rank = (value: RegoValue): number => {
  if (value === null) return 0;
  if (typeof value === 'boolean') return 1;
  if (typeof value === 'number' || typeof value === 'bigint') return 2;
  if (typeof value === 'string') return 3;
  if (value instanceof RegoArray) return 4;
  return value instanceof RegoSet ? 5 : 6;
};

/**
 * Compares strings by code point, as the engine does. In UTF-16, characters beyond the first plane would sort before
 * U+E000.
 */
const compareStrings = (left: string, right: string): number => {
  if (left === right) return 0;
  const length = Math.min(left.length, right.length);
  for (let index = 0; index < length; index += 1) {
    const one = left.charCodeAt(index);
    const other = right.charCodeAt(index);
    if (one !== other) return ordinal(one) - ordinal(other);
  }
  return left.length - right.length;
};

const ordinal = (unit: number): number => (unit >= 0xd800 && unit < 0xe000 ? unit + 0x10000 : unit);

const compareLists = <T>(left: readonly T[], right: readonly T[], compare: (one: T, other: T) => number): number => {
  const length = Math.min(left.length, right.length);
  for (let index = 0; index < length; index += 1) {
    const one = left[index];
    const other = right[index];
    if (one === undefined || other === undefined) break;
    const order = compare(one, other);
    if (order !== 0) return order;
  }
  return left.length - right.length;
};

/** Compares two values in the total order of all values. Returns a negative number, zero, or a positive number. */
export function compareValues(left: RegoValue, right: RegoValue): number {
  if (left === right) return 0;
  const order = rank(left) - rank(right);
  if (order !== 0) return order;
  if (typeof left === 'string' && typeof right === 'string') return compareStrings(left, right);
  if (left instanceof RegoArray && right instanceof RegoArray)
    return compareLists(left.items, right.items, compareValues);
  if (left instanceof RegoSet && right instanceof RegoSet) return compareLists(left.items, right.items, compareValues);
  if (left instanceof RegoObject && right instanceof RegoObject) {
    return compareLists(
      left.entries,
      right.entries,
      (one, other) => compareValues(one[0], other[0]) || compareValues(one[1], other[1]),
    );
  }
  // Booleans and numbers. JavaScript compares integers (bigint) and other numbers exactly.
  if (left === null || right === null || left == right) return 0; // oxlint-disable-line eqeqeq
  return left < right ? -1 : 1;
}

/** Returns whether two values are the same. Undefined equals only undefined. */
export const isSameValue = (left: RegoValue | undefined, right: RegoValue | undefined): boolean =>
  left === undefined || right === undefined ? left === right : compareValues(left, right) === 0;
