/** Built-in functions for aggregates, arrays, and sets. */
import { add, isNumber, multiply, type RegoNumber } from '../values/numbers.ts';
import { costOfNumber } from '../values/numberSize.ts';
import {
  compareValues,
  RegoArray,
  RegoObject,
  RegoSet,
  costOf,
  costOfLookups,
  costOfSorting,
  makeSet,
  sizeOf,
  type RegoValue,
} from '../values/values.ts';
import {
  anyArgument,
  arrayArgument,
  BuiltinProblem,
  numberArgument,
  setArgument,
  type BuiltinCall,
  type BuiltinTable,
} from './builtin.ts';
import { charactersIn } from './search.ts';

const itemsOf = (call: BuiltinCall, args: readonly RegoValue[]): readonly RegoValue[] => {
  const value = anyArgument(args, 0);
  if (value instanceof RegoArray || value instanceof RegoSet) {
    call.spend(value.items.length + costOf(value));
    return value.items;
  }
  throw new BuiltinProblem(`\`${call.name}\` requires array/set argument.`, 0);
};

const count = (args: readonly RegoValue[], call: BuiltinCall): RegoValue => {
  const value = anyArgument(args, 0);
  if (value instanceof RegoArray || value instanceof RegoSet) return BigInt(value.items.length);
  if (value instanceof RegoObject) return BigInt(value.entries.length);
  if (typeof value === 'string') return BigInt(charactersIn(call, value));
  throw new BuiltinProblem('`count` requires array/object/set/string argument.', 0);
};

const fold =
  (start: RegoNumber, combine: (left: RegoNumber, right: RegoNumber) => RegoNumber) =>
  (args: readonly RegoValue[], call: BuiltinCall): RegoValue => {
    const items = itemsOf(call, args);
    call.spend(items.length);
    let result = start;
    for (const item of items) {
      if (!isNumber(item)) throw new BuiltinProblem(`\`${call.name}\` requires numeric items.`, 0);
      call.spend(costOfNumber(result) + costOfNumber(item));
      result = combine(result, item);
    }
    return result;
  };

const extreme =
  (sign: 1 | -1) =>
  (args: readonly RegoValue[], call: BuiltinCall): RegoValue | undefined => {
    const items = itemsOf(call, args);
    call.spend(items.length);
    let best = items[0];
    for (const item of items) if (best !== undefined && compareValues(item, best) * sign > 0) best = item;
    return best;
  };

const slice = (args: readonly RegoValue[], call: BuiltinCall): RegoValue | undefined => {
  const { items } = arrayArgument(call, args, 0);
  const start = numberArgument(call, args, 1);
  const stop = numberArgument(call, args, 2);
  if (typeof start !== 'bigint' || typeof stop !== 'bigint') return undefined;
  const bounded = (at: bigint): number => (at < 0n ? 0 : at > items.length ? items.length : Number(at));
  const [from, to] = [bounded(start), bounded(stop)];
  call.spend(costOfNumber(start) + costOfNumber(stop) + (Math.max(0, to - from) >> 1));
  call.allocate(Math.max(0, to - from));
  return new RegoArray(from < to ? items.slice(from, to) : []);
};

/** Returns the members of the first argument, which must be a set of sets. */
const setsOf = (args: readonly RegoValue[], call: BuiltinCall): readonly RegoSet[] => {
  const sets: RegoSet[] = [];
  for (const item of setArgument(call, args, 0).items) {
    if (!(item instanceof RegoSet)) throw new BuiltinProblem(`\`${call.name}\` expects set of sets.`, 0);
    call.spend(1 + item.items.length + costOf(item));
    sets.push(item);
  }
  return sets;
};

/** Returns the intersection of two sets. */
export const intersect = (left: RegoSet, right: RegoSet): RegoSet =>
  new RegoSet(left.items.filter((item) => right.has(item)));

/** Returns the difference of two sets. */
export const difference = (left: RegoSet, right: RegoSet): RegoSet =>
  new RegoSet(left.items.filter((item) => !right.has(item)));

/** Returns the union of two sets. */
export const unite = (left: RegoSet, right: RegoSet): RegoSet => makeSet([...left.items, ...right.items]);

export const collections: BuiltinTable = {
  count: { arity: 1, run: count },
  max: { arity: 1, run: extreme(1) },
  min: { arity: 1, run: extreme(-1) },
  product: { arity: 1, run: fold(1n, multiply) },
  sum: { arity: 1, run: fold(0n, add) },
  sort: {
    arity: 1,
    run: (args, call) => {
      const items = itemsOf(call, args);
      call.allocate(items.length);
      call.spend(costOfSorting(items.length, sizeOf(anyArgument(args, 0))));
      return new RegoArray(items.toSorted(compareValues));
    },
  },
  'array.concat': {
    arity: 2,
    run: (args, call) => {
      const [left, right] = [arrayArgument(call, args, 0).items, arrayArgument(call, args, 1).items];
      call.spend(left.length + right.length);
      call.allocate(left.length + right.length);
      return new RegoArray([...left, ...right]);
    },
  },
  'array.reverse': {
    arity: 1,
    run: (args, call) => {
      const { items } = arrayArgument(call, args, 0);
      call.spend(items.length);
      call.allocate(items.length);
      return new RegoArray(items.toReversed());
    },
  },
  'array.slice': { arity: 3, run: slice },
  intersection: {
    arity: 1,
    run: (args, call) => {
      const [first, ...others] = setsOf(args, call);
      let result = first ?? new RegoSet([]);
      for (const other of others) {
        call.spend(costOfLookups(result.items.length, other.items.length) + costOf(result, other));
        call.allocate(Math.min(result.items.length, other.items.length));
        result = intersect(result, other);
      }
      return result;
    },
  },
  union: {
    arity: 1,
    run: (args, call) => {
      const items = setsOf(args, call).flatMap((set) => set.items);
      call.allocate(items.length);
      call.spend(costOfSorting(items.length, sizeOf(anyArgument(args, 0))));
      return makeSet(items);
    },
  },
};
