/** Creates one page of a list. */
import type { Collection } from './collection.ts';
import type { KubeObject } from './kubeObject.ts';
import type { ListOptions, StoreListResult } from './storeRequests.ts';

/** Returns the objects of a collection that match the options, up to their limit. */
export function listPage(
  collection: Collection,
  resourceVersion: number,
  { namespace, where, limit, after }: ListOptions,
): StoreListResult {
  const keys = collection.keys(namespace === undefined ? '' : `${namespace}/`, after);
  const items: KubeObject[] = [];
  for (const [index, key] of keys.entries()) {
    if (limit !== undefined && items.length >= limit) {
      const next = keys[index - 1];
      return { items, resourceVersion, next, remaining: keys.length - index };
    }
    const object = collection.get(key);
    if (object !== undefined && (where === undefined || where(object))) items.push(object);
  }
  return { items, resourceVersion, next: undefined, remaining: 0 };
}
