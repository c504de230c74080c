/** Finds the version of an object in a snapshot. Doesn't use VS Code. */
import type { ClusterObject } from '#core/cluster/objects/clusterObject.ts';
import type { ObjectReference } from '#core/cluster/objects/objectReference.ts';
import type { Snapshot } from '#core/cluster/snapshot.ts';
import { findWatchedKind } from '#client/kubernetes/read/readableKinds.ts';

/**
 * Returns the resource version of an object whose kind is followed. Returns an empty string if the object doesn't
 * exist, and undefined if its kind isn't followed.
 */
export function versionOf(snapshot: Snapshot, object: ObjectReference): string | undefined {
  const id = findWatchedKind(object);
  if (id === undefined || snapshot[id].state.kind !== 'live') return undefined;
  for (const item of (snapshot[id].items as ReadonlyMap<string, ClusterObject>).values()) {
    if (item.name === object.name && item.namespace === object.namespace) return item.resourceVersion;
  }
  return '';
}
