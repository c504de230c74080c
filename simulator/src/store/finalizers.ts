/** Handles finalizers, which delay the removal of deleted objects. */
import type { KubeObject } from './kubeObject.ts';
import type { ResourceType } from './resourceType.ts';
import type { DeleteOptions } from './storeRequests.ts';

/** Returns true if a deleted object must be kept because of its finalizers, its grace period, or its kind. */
export function isHeld(resource: ResourceType, object: KubeObject): boolean {
  const waits = (object.metadata.deletionGracePeriodSeconds ?? 0) > 0;
  return waits || (object.metadata.finalizers ?? []).length > 0 || resource.strategy.heldBy?.(object) === true;
}

/** Returns the finalizers of an object after its deletion was requested with this propagation policy. */
export function finalizersAfter(object: KubeObject, policy: DeleteOptions['propagationPolicy']): readonly string[] {
  const present = object.metadata.finalizers ?? [];
  if (policy === undefined) return present;
  const others = present.filter((finalizer) => finalizer !== 'foregroundDeletion' && finalizer !== 'orphan');
  if (policy === 'Foreground') return [...others, 'foregroundDeletion'];
  return policy === 'Orphan' ? [...others, 'orphan'] : others;
}

/** Returns an error cause if an update adds finalizers to an object that is being deleted. */
export function newFinalizers(next: KubeObject, old: KubeObject): { reason: string; message: string; field: string }[] {
  if (old.metadata.deletionTimestamp === undefined) return [];
  const added = (next.metadata.finalizers ?? []).filter(
    (finalizer) => !(old.metadata.finalizers ?? []).includes(finalizer),
  );
  if (added.length === 0) return [];
  const words = added.map((finalizer) => JSON.stringify(finalizer)).join(', ');
  const message = `Forbidden: no new finalizers can be added if the object is being deleted, found new finalizers []string{${words}}`;
  return [{ reason: 'FieldValueForbidden', message, field: 'metadata.finalizers' }];
}
