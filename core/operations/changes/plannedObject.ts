/**
 * An object of a file on its way to a cluster by server-side apply: what it changes, and whether the cluster has it.
 * Sources: Kubernetes, "Server-Side Apply".
 */
import { isJsonObject, getList, getMap, getString, getValue, type JsonObject } from '#core/common/json.ts';
import type { ObjectReference } from '#core/cluster/objects/objectReference.ts';
import { fieldManager } from './clusterChange.ts';
import type { KubernetesManifest } from '../lookups/lookup.ts';

export interface PlannedObject {
  readonly reference: ObjectReference;
  /** As it is sent. */
  readonly object: KubernetesManifest;
  /** As the cluster had it when the plan was made; undefined: it was not there. Of a Secret the metadata alone. */
  readonly before?: KubernetesManifest;
  /**
   * What the server would make of it; undefined: it could not say, because an earlier object of the plan makes what is
   * missing. Of a Secret the metadata alone.
   */
  readonly expected?: KubernetesManifest;
}

/** What a server writes by itself. */
const written: ReadonlySet<string> = new Set([
  'managedFields',
  'resourceVersion',
  'generation',
  'uid',
  'creationTimestamp',
  'selfLink',
]);
/** More paths nobody reads. */
const mostPaths = 200;

/**
 * The paths at which two states of an object differ: `spec.logLevel`, `metadata.labels[app]`; lists are told as a
 * whole. Not what the server writes by itself and not the status.
 * @param before undefined: it is not there, and all of it is new
 */
export function listChangedPaths(before: KubernetesManifest | undefined, after: KubernetesManifest): readonly string[] {
  if (before === undefined) return [];
  const out: string[] = [];
  const compare = (one: JsonObject, other: JsonObject, under: string, skipped: ReadonlySet<string>): void => {
    for (const key of new Set([...Object.keys(one), ...Object.keys(other)])) {
      if (skipped.has(key) || out.length >= mostPaths) continue;
      const path = /^[\w$-]+$/.test(key) ? (under === '' ? key : `${under}.${key}`) : `${under}[${key}]`;
      const [left, right] = [getValue(one, key), getValue(other, key)];
      if (isJsonObject(left) && isJsonObject(right))
        compare(left, right, path, path === 'metadata' ? written : nothing);
      else if (!isEqual(left, right)) out.push(path);
    }
  };
  compare(before, after, '', new Set(['status', 'apiVersion', 'kind']));
  return out.toSorted();
}

const nothing: ReadonlySet<string> = new Set();

/**
 * Whether the cluster has what was planned. Either the fields of the file are as the server said they would be, or our
 * stamp is on the object and was not there before: then it was applied, and what is different now somebody else has
 * made so.
 */
export function isApplied({ object, before, expected }: PlannedObject, live: KubernetesManifest | undefined): boolean {
  if (live === undefined) return false;
  const stamp = stampOf(live);
  const another = before === undefined || getString(before, 'metadata', 'uid') !== getString(live, 'metadata', 'uid');
  if (stamp !== undefined && (another || stamp !== stampOf(before))) return true;
  return expected !== undefined && object['kind'] !== 'Secret' && hasAll(object, expected, live, '');
}

/** When and what we last applied, as the object tells it; undefined: never. */
function stampOf(raw: unknown): string | undefined {
  const ours = getList(raw, 'metadata', 'managedFields').find(
    (one) => getString(one, 'manager') === fieldManager && getString(one, 'operation') === 'Apply',
  );
  return ours === undefined ? undefined : JSON.stringify([getString(ours, 'time'), getMap(ours, 'fieldsV1')]);
}

/** Every field of `wanted` has in `live` the value that it has in `expected`. */
function hasAll(wanted: JsonObject, expected: JsonObject, live: JsonObject, under: string): boolean {
  return Object.entries(wanted).every(([key, value]) => {
    if (
      value === null ||
      (under === '' && (key === 'status' || key === 'apiVersion')) ||
      (under === 'metadata' && written.has(key))
    )
      return true;
    if (isJsonObject(value))
      return hasAll(value, getMap(expected, key), getMap(live, key), under === '' ? key : `${under}.${key}`);
    return isEqual(getValue(expected, key), getValue(live, key));
  });
}

/** Equal as JSON; maps in whatever order. */
export function isEqual(one: unknown, other: unknown): boolean {
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((item, index) => isEqual(item, other[index]));
  if (!isJsonObject(one) || !isJsonObject(other)) return one === other;
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && isEqual(one[key], other[key]))
  );
}
