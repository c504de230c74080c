/**
 * Values as the guest's engine has them: JSON, sets, and objects with keys of any kind. Undefined is JavaScript's own.
 */
import { findFirstIndex } from '#core/common/binarySearch.ts';
import { sizeOfNumber } from './numberSize.ts';

/** Whole numbers are bigint whatever their size, all others are number. */
export type RegoValue = null | boolean | number | bigint | string | RegoArray | RegoSet | RegoObject;

/** What has been asked of the values is more than may be kept. The evaluator turns it into an error with a place. */
export class ValueTooLarge extends Error {}

/**
 * Nested deeper than this, a value is refused: whatever walks over values calls itself. The engine's JSON reader stops
 * at 128.
 */
export const maximalDepth = 256;

/** Larger than this, a value is refused. What is shared counts each time: that is how often it is gone through. */
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

/** Adds up depth and size of a collection. */
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

/** Values in a row. */
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

/** An array. */
export class RegoArray extends RegoItems {}

/** A set. Made with `makeSet`: its items are in order and each is there once. */
export class RegoSet extends RegoItems {
  has(value: RegoValue): boolean {
    return found(this.items, value, (item) => item) >= 0;
  }
}

export type RegoEntry = readonly [key: RegoValue, value: RegoValue];

/** An object, in the order of its keys. Made with `makeObject`. */
export class RegoObject {
  readonly entries: readonly RegoEntry[];
  readonly depth: number;
  readonly size: number;

  /** `entries` are in the order of their keys and each key is there once. */
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

/** Where it is in what is in order, or -1. */
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

/** A set of these values. */
export const makeSet = (values: readonly RegoValue[]): RegoSet => {
  const ordered = values.toSorted(compareValues);
  return new RegoSet(
    ordered.filter((value, index) => index === 0 || compareValues(value, ordered[index - 1] ?? null) !== 0),
  );
};

/** An object of these entries; of entries with the same key, the last one counts. */
export const makeObject = (entries: readonly RegoEntry[]): RegoObject => {
  const ordered = entries.toSorted((left, right) => compareValues(left[0], right[0]));
  return new RegoObject(
    ordered.filter((entry, index) => {
      const next = ordered[index + 1];
      return next === undefined || compareValues(entry[0], next[0]) !== 0;
    }),
  );
};

/** What it takes to compare two values, in steps. */
export const costOf = (left: RegoValue, right: RegoValue = left): number => Math.min(sizeOf(left), sizeOf(right)) >> 3;

/** Returns the steps to sort a number of values with this total size. */
export const costOfSorting = (count: number, size: number): number =>
  count + ((count >> 2) + (size >> 3)) * halvings(count);

/** Returns the steps to look up a number of values in a sorted list, without the comparison of long values. */
export const costOfLookups = (count: number, among: number): number => Math.ceil((count * (1 + halvings(among))) / 4);

/** Returns how many times a number of values can be halved. */
const halvings = (count: number): number => 32 - Math.clz32(count);

/** What `collection[key]` is: an element of an array, a member of a set, the value of a key. */
export const lookUp = (collection: RegoValue | undefined, key: RegoValue): RegoValue | undefined => {
  if (collection instanceof RegoObject) return collection.get(key);
  if (collection instanceof RegoArray)
    return typeof key === 'bigint' && key >= 0n && key < collection.items.length
      ? collection.items[Number(key)]
      : undefined;
  if (collection instanceof RegoSet) return collection.has(key) ? key : undefined;
  return undefined;
};

/** Keys and values of a collection as a loop sees them; undefined where it is none. */
export const listEntries = (collection: RegoValue | undefined): readonly RegoEntry[] | undefined => {
  if (collection instanceof RegoObject) return collection.entries;
  if (collection instanceof RegoArray) return collection.items.map((item, index): RegoEntry => [BigInt(index), item]);
  if (collection instanceof RegoSet) return collection.items.map((item): RegoEntry => [item, item]);
  return undefined;
};

/** The name of the type as `type_name` tells it. */
export const getTypeName = (value: RegoValue): string => {
  if (value === null) return 'null';
  if (typeof value === 'boolean') return 'boolean';
  if (typeof value === 'number' || typeof value === 'bigint') return 'number';
  if (typeof value === 'string') return 'string';
  if (value instanceof RegoArray) return 'array';
  return value instanceof RegoSet ? 'set' : 'object';
};

/** null, booleans, numbers, strings, arrays, sets, objects: the engine's order, which is not OPA's. */
const rank = (value: RegoValue): number => {
  if (value === null) return 0;
  if (typeof value === 'boolean') return 1;
  if (typeof value === 'number' || typeof value === 'bigint') return 2;
  if (typeof value === 'string') return 3;
  if (value instanceof RegoArray) return 4;
  return value instanceof RegoSet ? 5 : 6;
};

/** UTF-16 puts the characters beyond the first plane before U+E000; the engine goes by code points. */
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

/** The total order of all values: below zero, zero or above zero. */
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
  // Booleans and numbers, also a whole one with one that is not: JavaScript compares those exactly.
  if (left === null || right === null || left == right) return 0; // oxlint-disable-line eqeqeq
  return left < right ? -1 : 1;
}

/** Whether two values are the same; undefined is only the same as undefined. */
export const isSameValue = (left: RegoValue | undefined, right: RegoValue | undefined): boolean =>
  left === undefined || right === undefined ? left === right : compareValues(left, right) === 0;
