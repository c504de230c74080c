/** The tree under `data`: the initial data and the values that rules have added. */
import { identityText } from '../values/formatValue.ts';
import {
  compareValues,
  isSameValue,
  makeObject,
  makeSet,
  RegoObject,
  type RegoSet,
  type RegoEntry,
  type RegoValue,
} from '../values/values.ts';

/** Returns a unique text for each path. */
export const getDocumentPathKey = (path: readonly RegoValue[]): string => path.map(identityText).join(' ');

/** A growing set that is sorted only when it's read. */
class GrowingSet {
  private readonly parts: RegoValue[];
  private frozen: RegoSet | undefined;

  constructor(start: RegoSet) {
    this.parts = [...start.items];
    this.frozen = start;
  }

  add(members: RegoSet): void {
    for (const member of members.items) this.parts.push(member);
    if (members.items.length > 0) this.frozen = undefined;
  }

  value(): RegoSet {
    this.frozen ??= makeSet(this.parts);
    return this.frozen;
  }
}

type Content = DocumentNode | GrowingSet | RegoValue;

const asValue = (content: Content): RegoValue =>
  content instanceof DocumentNode || content instanceof GrowingSet ? content.value() : content;

type Child = { readonly key: RegoValue; readonly content: Content };

/** A mutable object of the document tree. Rules add values to it while they are evaluated. */
export class DocumentNode {
  private readonly base: RegoObject | undefined;
  private readonly children = new Map<string, Child>();
  private frozen: RegoObject | undefined;

  constructor(base?: RegoObject) {
    this.base = base;
  }

  get(key: RegoValue): Content | undefined {
    const child = this.children.get(identityText(key));
    return child === undefined ? this.base?.get(key) : child.content;
  }

  put(key: RegoValue, content: Content): void {
    this.children.set(identityText(key), { key, content });
    this.frozen = undefined;
  }

  /** Returns the node under a key, and creates it if it's missing. Returns undefined if another value is there. */
  below(key: RegoValue): DocumentNode | undefined {
    const content = this.get(key);
    this.frozen = undefined;
    if (content instanceof DocumentNode) return content;
    if (content !== undefined && !(content instanceof RegoObject)) return undefined;
    const node = new DocumentNode(content);
    this.put(key, node);
    return node;
  }

  /** Returns the current value. */
  value(): RegoObject {
    this.frozen ??= this.merged();
    return this.frozen;
  }

  private merged(): RegoObject {
    const entries: RegoEntry[] = [...this.children.values()].map(({ key, content }) => [key, asValue(content)]);
    return makeObject([...(this.base?.entries ?? []), ...entries]);
  }
}

/** Returns the current value at a path. */
export const readDocument = (root: DocumentNode, path: readonly RegoValue[]): RegoValue | undefined => {
  let content: Content | undefined = root;
  for (const part of path) {
    if (content instanceof DocumentNode || content instanceof RegoObject) content = content.get(part);
    else return undefined;
    if (content === undefined) return undefined;
  }
  return asValue(content);
};

/** Problems with writing the value of a rule. */
export type WriteProblem = 'not an object' | 'not a set' | 'another value';

/** Writes a value at a path and creates the objects along it. An existing value isn't changed. */
export const writeDocument = (
  root: DocumentNode,
  path: readonly RegoValue[],
  value: RegoValue,
  keepsOther = false,
): WriteProblem | undefined => {
  const last = path.at(-1);
  if (last === undefined) return 'not an object';
  const node = nodeAt(root, path.slice(0, -1));
  if (node === undefined) return keepsOther ? undefined : 'not an object';
  const before = node.get(last);
  if (before === undefined) node.put(last, value);
  else if (!keepsOther && !isSameValue(asValue(before), value)) return 'another value';
  return undefined;
};

/** Adds members to the set at a path. */
export const addToSet = (
  root: DocumentNode,
  path: readonly RegoValue[],
  members: RegoSet,
): WriteProblem | undefined => {
  const last = path.at(-1);
  const node = last === undefined ? undefined : nodeAt(root, path.slice(0, -1));
  if (last === undefined || node === undefined) return 'not an object';
  const before = node.get(last);
  if (before instanceof GrowingSet) before.add(members);
  else if (before === undefined) node.put(last, new GrowingSet(members));
  else return 'not a set';
  return undefined;
};

/** Creates an object at a path, unless a value exists there. */
export const makeObjectAt = (root: DocumentNode, path: readonly RegoValue[]): void => {
  nodeAt(root, path);
};

/** Returns the node at a path, and creates it if it's missing. */
const nodeAt = (root: DocumentNode, path: readonly RegoValue[]): DocumentNode | undefined => {
  let node: DocumentNode | undefined = root;
  for (const part of path) node = node?.below(part);
  return node;
};

/**
 * Returns the number of steps to replace the value at a path in a copy of the data. Includes all entries that are
 * copied along the path.
 */
export const costOfReplacing = (object: RegoValue | undefined, path: readonly string[]): number => {
  let cost = 0;
  let value = object;
  for (const key of path) {
    if (!(value instanceof RegoObject)) return cost;
    cost += value.entries.length;
    value = value.get(key);
  }
  return cost;
};

/** Returns a copy of the data with another value at a path. */
export const withValueAt = (object: RegoValue | undefined, path: readonly string[], value: RegoValue): RegoValue => {
  const [key, ...rest] = path;
  if (key === undefined) return value;
  const base = object instanceof RegoObject ? object : makeObject([]);
  const entries = base.entries.filter(([name]) => compareValues(name, key) !== 0);
  return makeObject([...entries, [key, withValueAt(base.get(key), rest, value)]]);
};
