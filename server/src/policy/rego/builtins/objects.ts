/** Built-in functions for objects and JSON paths. */
import { identityText } from '../values/formatValue.ts';
import { parseRegoJson } from '../values/parseJson.ts';
import {
  isSameValue,
  RegoArray,
  RegoObject,
  RegoSet,
  costOf,
  costOfLookups,
  costOfSorting,
  emptyObject,
  lookUp,
  makeObject,
  makeSet,
  sizeOf,
  type RegoEntry,
  type RegoValue,
} from '../values/values.ts';
import {
  anyArgument,
  arrayArgument,
  BuiltinProblem,
  objectArgument,
  undefinedUnlessStrict,
  type BuiltinCall,
  type BuiltinTable,
} from './builtin.ts';

/** Returns the keys in an array, a set, or an object. */
const keysArgument = (call: BuiltinCall, args: readonly RegoValue[], index: number): RegoSet => {
  const value = anyArgument(args, index);
  call.spend(1 + costOf(value));
  if (value instanceof RegoSet) return value;
  if (value instanceof RegoArray) {
    call.spend(costOfSorting(value.items.length, value.size));
    return makeSet(value.items);
  }
  if (value instanceof RegoObject) call.spend(value.entries.length);
  if (value instanceof RegoObject) return new RegoSet(value.entries.map(([key]) => key));
  throw new BuiltinProblem(`\`${call.name}\` requires array/object/set argument`, index);
};

const keepEntries =
  (wanted: boolean) =>
  (args: readonly RegoValue[], call: BuiltinCall): RegoValue => {
    const { entries } = objectArgument(call, args, 0);
    const keys = keysArgument(call, args, 1);
    call.spend(entries.length + costOfLookups(entries.length, keys.items.length));
    call.allocate(entries.length);
    return new RegoObject(entries.filter(([key]) => keys.has(key) === wanted));
  };

const get = (args: readonly RegoValue[], call: BuiltinCall): RegoValue => {
  let value: RegoValue | undefined = objectArgument(call, args, 0);
  const key = anyArgument(args, 1);
  for (const part of key instanceof RegoArray ? key.items : [key]) {
    call.spend(1 + costOf(part));
    value = lookUp(value, part);
  }
  return value ?? anyArgument(args, 2);
};

/** Merges two values recursively. The right one takes precedence. */
const unite = (left: RegoValue, right: RegoValue, call: BuiltinCall): RegoValue => {
  if (!(left instanceof RegoObject) || !(right instanceof RegoObject)) return right;
  const length = left.entries.length + right.entries.length;
  call.spend(2 * length + costOfSorting(right.entries.length, right.size) + costOf(left, right));
  call.allocate(length);
  const merged = right.entries.map(([key, value]): RegoEntry => {
    const before = left.get(key);
    return [key, before === undefined ? value : unite(before, value, call)];
  });
  return makeObject([...left.entries, ...merged]);
};

const isSubset = (whole: RegoValue, part: RegoValue, call: BuiltinCall): boolean => {
  call.spend(1 + costOf(whole, part));
  if (whole instanceof RegoObject && part instanceof RegoObject) {
    call.spend(part.entries.length + costOfLookups(part.entries.length, whole.entries.length));
    return part.entries.every(([key, value]) => {
      const inWhole = whole.get(key);
      return inWhole !== undefined && isSubset(inWhole, value, call);
    });
  }
  if (whole instanceof RegoSet && part instanceof RegoSet) {
    call.spend(costOfLookups(part.items.length, whole.items.length));
    return part.items.every((item) => whole.has(item));
  }
  if (whole instanceof RegoArray && part instanceof RegoSet) {
    call.spend(costOfSorting(whole.items.length, whole.size));
    return isSubset(makeSet(whole.items), part, call);
  }
  if (whole instanceof RegoArray && part instanceof RegoArray) {
    call.spend(whole.items.length * (1 + costOf(part)) + whole.items.length * part.items.length);
    return whole.items.some((_, start) =>
      part.items.every((item, index) => isSameValue(whole.items[start + index], item)),
    );
  }
  return isSameValue(whole, part);
};

/** A tree of paths. `end` marks a path that keeps or removes everything under it. */
interface PathTree {
  end: boolean;
  /** Subtrees by the identity text of their key. */
  readonly children: Map<string, { readonly key: RegoValue; readonly tree: PathTree }>;
}

const newTree = (): PathTree => ({ end: false, children: new Map() });

/** Returns the subtree of a key. Charges the size of the key, because the lookup formats it. */
const childOf = (tree: PathTree, key: RegoValue, call: BuiltinCall): PathTree | undefined => {
  call.spend(1 + (sizeOf(key) >> 1));
  return tree.children.get(identityText(key))?.tree;
};

const partsOf = (path: RegoValue, call: BuiltinCall): readonly RegoValue[] => {
  if (path instanceof RegoArray) return path.items;
  if (typeof path !== 'string')
    throw new BuiltinProblem(
      `\`${call.name}\` requires path to be '/' separated string or array of path components.`,
      1,
    );
  call.spend(path.length >> 2);
  call.allocate(path.length);
  return path.split('/');
};

const pathsArgument = (call: BuiltinCall, args: readonly RegoValue[]): PathTree => {
  const value = anyArgument(args, 1);
  if (!(value instanceof RegoArray || value instanceof RegoSet))
    throw new BuiltinProblem(`\`${call.name}\` requires set/array argument`, 1);
  const root = newTree();
  for (const path of value.items) {
    call.spend(1);
    let tree = root;
    for (const key of partsOf(path, call)) {
      let next = childOf(tree, key, call);
      if (next === undefined) {
        next = newTree();
        call.allocate(treeSize);
        tree.children.set(identityText(key), { key, tree: next });
      }
      tree = next;
    }
    tree.end = true;
  }
  return root;
};
/** Memory overhead of a map, in elements. */
const treeSize = 8;

/** Returns the sorted keys of a tree. */
const keysInOrder = ({ children }: PathTree, call: BuiltinCall): readonly RegoValue[] => {
  const keys = Array.from(children.values(), ({ key }) => key);
  call.spend(
    costOfSorting(
      keys.length,
      keys.reduce<number>((size, key) => size + sizeOf(key), 0),
    ),
  );
  return makeSet(keys).items;
};

const indexIn = (key: RegoValue, call: BuiltinCall): RegoValue | undefined => {
  if (typeof key !== 'string') return undefined;
  call.spend(key.length >> 1);
  return parseRegoJson(key, call).value;
};

const filtered = (value: RegoValue | undefined, tree: PathTree, call: BuiltinCall): RegoValue | undefined => {
  if (value === undefined || tree.children.size === 0) return value;
  const keys = keysInOrder(tree, call);
  const at = (item: RegoValue | undefined, key: RegoValue): RegoValue | undefined => {
    const below = childOf(tree, key, call);
    return item === undefined || below === undefined ? undefined : filtered(item, below, call);
  };
  call.spend(
    costOfLookups(
      keys.length,
      value instanceof RegoObject ? value.entries.length : value instanceof RegoSet ? value.items.length : 0,
    ),
  );
  if (value instanceof RegoObject) {
    return makeObject(
      keys.flatMap((key): RegoEntry[] => {
        const item = at(value.get(key), key);
        return item === undefined ? [] : [[key, item]];
      }),
    );
  }
  if (value instanceof RegoSet)
    return makeSet(keys.map((key) => at(value.has(key) ? key : undefined, key)).filter((item) => item !== undefined));
  if (!(value instanceof RegoArray)) return undefined;
  const items = keys.map((key) => {
    const index = indexIn(key, call);
    return index === undefined ? undefined : at(lookUp(value, index), key);
  });
  return new RegoArray(items.filter((item) => item !== undefined));
};

const removed = (value: RegoValue, tree: PathTree, call: BuiltinCall): RegoValue | undefined => {
  call.spend(1);
  if (tree.end) return undefined;
  if (tree.children.size === 0) return value;
  const without = (key: RegoValue, item: RegoValue): RegoValue | undefined => {
    const below = childOf(tree, key, call);
    return below === undefined ? item : removed(item, below, call);
  };
  if (value instanceof RegoObject) {
    call.allocate(value.entries.length);
    return makeObject(
      value.entries.flatMap(([key, item]): RegoEntry[] => {
        const kept = without(key, item);
        return kept === undefined ? [] : [[key, kept]];
      }),
    );
  }
  if (value instanceof RegoArray) {
    call.allocate(value.items.length);
    return new RegoArray(
      value.items.map((item, index) => without(String(index), item)).filter((item) => item !== undefined),
    );
  }
  if (value instanceof RegoSet) {
    call.allocate(value.items.length);
    call.spend(costOfSorting(value.items.length, value.size));
    return makeSet(value.items.map((item) => without(item, item)).filter((item) => item !== undefined));
  }
  return undefined;
};

export const objectBuiltins: BuiltinTable = {
  'object.filter': { arity: 2, run: keepEntries(true) },
  'object.remove': { arity: 2, run: keepEntries(false) },
  'object.get': { arity: 3, run: get },
  'object.keys': {
    arity: 1,
    run: (args, call) => {
      const { entries } = objectArgument(call, args, 0);
      call.spend(entries.length);
      call.allocate(entries.length);
      return new RegoSet(entries.map(([key]) => key));
    },
  },
  'object.subset': { arity: 2, run: (args, call) => isSubset(anyArgument(args, 0), anyArgument(args, 1), call) },
  'object.union': {
    arity: 2,
    run: (args, call) => unite(objectArgument(call, args, 0), objectArgument(call, args, 1), call),
  },
  'object.union_n': {
    arity: 1,
    run: (args, call) => {
      let result: RegoValue = emptyObject;
      for (const [index, item] of arrayArgument(call, args, 0).items.entries()) {
        if (!(item instanceof RegoObject))
          return undefinedUnlessStrict(call, `item at index ${index} is not an object`, 0);
        result = unite(result, item, call);
      }
      return result;
    },
  },
  'json.filter': {
    arity: 2,
    run: (args, call) => {
      const object = objectArgument(call, args, 0);
      const tree = pathsArgument(call, args);
      return tree.children.size === 0 ? emptyObject : filtered(object, tree, call);
    },
  },
  'json.remove': {
    arity: 2,
    run: (args, call) => removed(objectArgument(call, args, 0), pathsArgument(call, args), call),
  },
};
