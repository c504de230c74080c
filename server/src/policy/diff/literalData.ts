/** Compares literal data of two policies, such as lists of allowed commands. */
import type { Term } from '../rego/syntax/ast.ts';
import { canonicalTerm } from './canonicalText.ts';

/** Entries of a list or set that differ, or a value that differs. */
export interface DataChange {
  /** Path of the list or value, such as `policy_data.allowed_commands`. */
  readonly path: string;
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /** True if the value is a list or set, and all its other entries are the same. */
  readonly isList: boolean;
  /** True if the value is a list or set with the same entries, in another order or of the other type. */
  readonly isReordered: boolean;
  /** True if the value is an array, whose entries have positions. */
  readonly isArray: boolean;
}

/** Returns whether a term is a literal, with nothing to look up or compute. */
export function isLiteral(term: Term): boolean {
  switch (term.kind) {
    case 'scalar':
      return true;
    case 'array':
    case 'set':
      return term.items.every(isLiteral);
    case 'object':
      return term.entries.every(({ key, value }) => isLiteral(key) && isLiteral(value));
    case 'unary':
      return isLiteral(term.operand);
    default:
      return false;
  }
}

/** Returns the differences between two literals. */
export function compareData(before: Term | undefined, after: Term | undefined, path: string): readonly DataChange[] {
  const [old, now] = [before, after].map((term) => (term === undefined ? undefined : canonicalTerm(term)));
  if (old === now) return [];
  if (before?.kind === 'object' && after?.kind === 'object') return compareObjects(before, after, path);
  if (before !== undefined && after !== undefined && isSeries(before) && isSeries(after)) {
    const [left, right] = [before, after].map(({ items }) => items.map(canonicalTerm));
    const [removed, added] = [without(left ?? [], right ?? []), without(right ?? [], left ?? [])];
    const isArray = before.kind === 'array' || after.kind === 'array';
    const isReordered = added.length + removed.length === 0;
    if (!isReordered || before.kind === after.kind)
      return [{ path, added, removed, isList: true, isReordered, isArray }];
    return [{ path, added: [now ?? ''], removed: [old ?? ''], isList: false, isReordered, isArray }];
  }
  return [
    {
      path,
      added: now === undefined ? [] : [now],
      removed: old === undefined ? [] : [old],
      isList: false,
      isReordered: false,
      isArray: false,
    },
  ];
}

type Series = Term & { readonly kind: 'array' | 'set' };

function isSeries(term: Term): term is Series {
  return term.kind === 'array' || term.kind === 'set';
}

function compareObjects(
  before: Term & { readonly kind: 'object' },
  after: Term & { readonly kind: 'object' },
  path: string,
): readonly DataChange[] {
  const entries = ({ entries: all }: Term & { readonly kind: 'object' }) =>
    new Map(all.map(({ key, value }) => [canonicalTerm(key), value]));
  const [old, now] = [entries(before), entries(after)];
  const keys = [...new Set([...old.keys(), ...now.keys()])];
  return keys.flatMap((key) => compareData(old.get(key), now.get(key), `${path}${dataStep(key)}`));
}

/** Renders a key in a path. */
export function dataStep(key: string): string {
  const name = /^"([A-Za-z_]\w*)"$/.exec(key)?.[1];
  return name === undefined ? `[${key}]` : `.${name}`;
}

/** Returns the items that occur in the first list more often than in the second one. */
function without(texts: readonly string[], others: readonly string[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const text of others) counts.set(text, (counts.get(text) ?? 0) + 1);
  return texts.filter((text) => {
    const count = counts.get(text) ?? 0;
    counts.set(text, count - 1);
    return count <= 0;
  });
}
