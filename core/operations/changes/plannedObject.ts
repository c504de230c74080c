/**
 * Determines what applying an object from a file would change on a cluster, and whether it was applied.
 * Sources: Kubernetes, "Server-Side Apply".
 */
import { isJsonObject, getList, getMap, getString, getValue, type JsonObject } from '#core/common/json.ts';
import type { ObjectReference } from '#core/cluster/objects/objectReference.ts';
import { fieldManager } from './clusterChange.ts';
import type { KubernetesManifest } from '../lookups/lookup.ts';

/** A field that another field manager set to a different value. */
export interface FieldConflict {
  /** Undefined if the server doesn't name the manager. */
  readonly manager?: string;
  readonly field: string;
}

export interface PlannedObject {
  readonly reference: ObjectReference;
  /** The object as it's sent. */
  readonly object: KubernetesManifest;
  /**
   * The object on the cluster when the plan was created. Undefined if it didn't exist. For a Secret, contains only the
   * metadata.
   */
  readonly before?: KubernetesManifest;
  /**
   * The object that the server would create, according to a dry run. Undefined if the dry run wasn't possible because
   * it depends on an earlier object of the plan. For a Secret, contains only the metadata.
   */
  readonly expected?: KubernetesManifest;
  /** Fields that applying the object takes over. The dry run of `expected` includes them. */
  readonly conflicts?: readonly FieldConflict[];
}

/** Metadata fields that the API server sets. */
const written: ReadonlySet<string> = new Set([
  'managedFields',
  'resourceVersion',
  'generation',
  'uid',
  'creationTimestamp',
  'selfLink',
]);
/** Maximum number of paths. */
const mostPaths = 200;

/**
 * Returns the paths at which two states of an object differ, such as `spec.logLevel` or `metadata.labels[app]`. Lists
 * are compared as a whole. Ignores the status and fields that the API server sets.
 * @param before undefined if the object doesn't exist, so that all of it is new
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
 * Returns whether the planned object was applied: either the fields of the file have the expected values, or the object
 * has a new managed-fields entry of the extension. In the second case, later differences were made by another client.
 */
export function isApplied({ object, before, expected }: PlannedObject, live: KubernetesManifest | undefined): boolean {
  if (live === undefined) return false;
  const stamp = stampOf(live);
  const another = before === undefined || getString(before, 'metadata', 'uid') !== getString(live, 'metadata', 'uid');
  if (stamp !== undefined && (another || stamp !== stampOf(before))) return true;
  return expected !== undefined && object['kind'] !== 'Secret' && hasAll(object, expected, live, '');
}

/** Returns an identifier of the extension's last apply from the managed fields, or undefined if there was none. */
function stampOf(raw: unknown): string | undefined {
  const ours = getList(raw, 'metadata', 'managedFields').find(
    (one) => getString(one, 'manager') === fieldManager && getString(one, 'operation') === 'Apply',
  );
  return ours === undefined ? undefined : JSON.stringify([getString(ours, 'time'), getMap(ours, 'fieldsV1')]);
}

/** Returns whether every field of `wanted` has the same value in `live` as in `expected`. */
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

/** Compares two JSON values. The order of map keys doesn't matter. */
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
