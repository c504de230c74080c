/**
 * Merges entries of the same resource from several responses. Only `UpdateTime` shows which response is newer, because
 * file times change when files are copied.
 */
import type { EdgeEntry } from './readAnswers.ts';
import type { EdgeStatus } from '../table/decodeEdge.ts';
import { findCondition, findPhase } from '../table/vocabulary.ts';

export interface EdgeMerged {
  readonly key: string;
  /** The newest entry. */
  readonly entry: EdgeEntry;
  /** Other entries that might be just as recent but have a different status, which makes the state unknown. */
  readonly contradicting: readonly EdgeEntry[];
}

/** Merges the entries and sorts them by name. The order of the responses doesn't matter. */
export function mergeEntries(entries: readonly EdgeEntry[]): readonly EdgeMerged[] {
  const groups = new Map<string, EdgeEntry[]>();
  for (const entry of entries) {
    const key = keyOf(entry);
    const there = groups.get(key);
    if (there === undefined) groups.set(key, [entry]);
    else there.push(entry);
  }
  const merged = [...groups].map(([key, group]) => mergeGroup(key, group));
  return merged.toSorted(
    (one, other) => byName(labelOf(one.entry), labelOf(other.entry)) || byText(one.key, other.key),
  );
}

/** Returns the name, or the ID if there is no name. */
export function labelOf({ item }: EdgeEntry): string {
  return item.name === '' ? item.id : item.name;
}

function byText(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

function mergeGroup(key: string, group: readonly EdgeEntry[]): EdgeMerged {
  const dated = group.every(({ updated }) => updated !== undefined);
  const newest = dated ? Math.max(...group.map(({ updated = 0 }) => updated)) : undefined;
  // The order doesn't depend on the order of the responses: entries with a status first, then by status, then the
  // latest file first.
  const wanted = group
    .filter(({ updated }) => newest === undefined || updated === newest)
    .toSorted(
      (one, other) =>
        Number(one.noStatus) - Number(other.noStatus) ||
        byText(statusKey(one.item.status), statusKey(other.item.status)) ||
        (other.at ?? 0) - (one.at ?? 0) ||
        byText(one.source, other.source),
    );
  const [entry] = wanted;
  if (entry === undefined) throw new Error('a group has an entry');
  const seen = new Set([statusKey(entry.item.status)]);
  const contradicting = wanted.filter((other) => {
    const status = statusKey(other.item.status);
    if (other.noStatus || seen.has(status)) return false;
    seen.add(status);
    return true;
  });
  return { key, entry: { ...entry, item: { ...entry.item, ...known(wanted) } }, contradicting };
}

/**
 * Returns the name and the IDs of the cluster and node pool, each from the first entry that contains it, because
 * responses can omit them.
 */
function known(group: readonly EdgeEntry[]): {
  readonly name: string;
  readonly clusterId: string;
  readonly nodePoolId: string;
} {
  const first = (field: 'name' | 'clusterId' | 'nodePoolId'): string =>
    group.map(({ item }) => item[field]).find((text) => text !== '') ?? '';
  return { name: first('name'), clusterId: first('clusterId'), nodePoolId: first('nodePoolId') };
}

/** Returns the key of a resource. A component can have no ID, but its name is unique in its cluster. */
function keyOf({ item: { resource, id, name, clusterId } }: EdgeEntry): string {
  return JSON.stringify(id === '' ? [resource ?? '', clusterId, name] : [resource ?? '', id]);
}

/** Returns a key that is the same for equal statuses, regardless of the order and spelling of their values. */
function statusKey({ phase, conditions }: EdgeStatus): string {
  return JSON.stringify([
    findPhase(phase).word,
    [...new Set(conditions.map((one) => findCondition(one).word))].toSorted(byText),
  ]);
}

/** Compares names naturally, so that `node-2` is before `node-10`. */
function byName(one: string, other: string): number {
  const parts = (text: string): readonly string[] => text.toLowerCase().match(/\d+|\D+/g) ?? [];
  const [left, right] = [parts(one), parts(other)];
  for (let index = 0; index < Math.min(left.length, right.length); index += 1) {
    const [a = '', b = ''] = [left[index], right[index]];
    const order = /^\d/.test(a) && /^\d/.test(b) ? Number(a) - Number(b) || 0 : byText(a, b);
    if (order !== 0) return order;
  }
  return left.length - right.length;
}
