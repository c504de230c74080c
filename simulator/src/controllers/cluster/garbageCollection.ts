/**
 * Deletes objects without remaining owners, and completes foreground deletions.
 * Source of the rules: Kubernetes, pkg/controller/garbagecollector.
 */
import type { StoreEvent } from '#simulator/store/eventHistory.ts';
import type { KubeObject } from '#simulator/store/kubeObject.ts';
import type { ResourceType } from '#simulator/store/resourceType.ts';
import type { Client } from '../framework/client.ts';
import type { Controller } from '../framework/controller.ts';
import { WorkQueue } from '../framework/workQueue.ts';

const foreground = 'foregroundDeletion';
const orphan = 'orphan';

/**
 * Tracks owners and their dependents. Updated with every event, so that finding dependents doesn't require a search of
 * all objects.
 */
class Owners {
  readonly #dependents = new Map<string, Map<string, { readonly type: ResourceType; readonly object: KubeObject }>>();
  readonly present = new Map<string, { readonly type: ResourceType; readonly object: KubeObject }>();

  learn({
    type: event,
    resource: type,
    object,
    previous,
  }: Pick<StoreEvent, 'type' | 'resource' | 'object' | 'previous'>): void {
    const { uid } = object.metadata;
    for (const { uid: owner } of previous?.metadata.ownerReferences ?? []) this.#dependents.get(owner)?.delete(uid);
    if (event === 'DELETED') {
      this.present.delete(uid);
      for (const { uid: owner } of object.metadata.ownerReferences ?? []) this.#dependents.get(owner)?.delete(uid);
      return;
    }
    this.present.set(uid, { type, object });
    for (const { uid: owner } of object.metadata.ownerReferences ?? []) {
      const dependents =
        this.#dependents.get(owner) ?? new Map<string, { readonly type: ResourceType; readonly object: KubeObject }>();
      dependents.set(uid, { type, object });
      this.#dependents.set(owner, dependents);
    }
  }

  dependentsOf(uid: string): readonly { readonly type: ResourceType; readonly object: KubeObject }[] {
    return [...(this.#dependents.get(uid)?.values() ?? [])];
  }

  forget(uid: string): void {
    if (this.#dependents.get(uid)?.size === 0) this.#dependents.delete(uid);
  }
}

/**
 * Creates the garbage collector.
 * @param types returns all current resource types
 */
export function garbageCollector(types: () => readonly ResourceType[]): Controller {
  return {
    name: 'garbage collection',
    start({ client, clock, behaviour }) {
      const owners = new Owners();
      const queue = new WorkQueue(clock, behaviour.timings.garbage, (uid) => collect(client, owners, uid));
      const notice = (event: Pick<StoreEvent, 'type' | 'resource' | 'object' | 'previous'>): void => {
        owners.learn(event);
        const { object, type } = event;
        const ownerIds = object.metadata.ownerReferences?.map(({ uid }) => uid) ?? [];
        // The owner is already deleted, or it's waiting for this object in a foreground deletion.
        if (type !== 'DELETED' && ownerIds.some((uid) => !owners.present.has(uid))) queue.add(object.metadata.uid);
        if (type !== 'DELETED' && object.metadata.deletionTimestamp !== undefined) queue.add(object.metadata.uid);
        if (type === 'DELETED') {
          for (const dependent of owners.dependentsOf(object.metadata.uid)) queue.add(dependent.object.metadata.uid);
          for (const uid of ownerIds)
            if (owners.present.get(uid)?.object.metadata.deletionTimestamp !== undefined) queue.add(uid);
          owners.forget(object.metadata.uid);
        }
      };
      for (const resource of types())
        for (const object of client.list(resource)) notice({ type: 'ADDED', resource, object, previous: undefined });
      const watching = client.store.watch(undefined, undefined, notice);
      return () => {
        if (watching.ok) watching.value();
        queue.stop();
      };
    },
  };
}

function collect(client: Client, owners: Owners, uid: string): undefined {
  const found = owners.present.get(uid);
  if (found === undefined) return;
  const { type, object } = found;
  const { name, namespace, finalizers = [], ownerReferences = [] } = object.metadata;
  if (object.metadata.deletionTimestamp !== undefined) {
    if (finalizers.includes(orphan)) {
      for (const dependent of owners.dependentsOf(uid)) release(client, dependent.type, dependent.object, uid);
      dropFinalizer(client, type, object, orphan);
    } else if (finalizers.includes(foreground)) {
      const blocking = owners.dependentsOf(uid);
      for (const { type: of, object: dependent } of blocking) {
        if (dependent.metadata.deletionTimestamp === undefined)
          client.store.delete(of, dependent.metadata.namespace, dependent.metadata.name, {
            propagationPolicy: 'Foreground',
          });
      }
      if (
        !owners
          .dependentsOf(uid)
          .some(({ object: dependent }) =>
            dependent.metadata.ownerReferences?.some((owner) => owner.uid === uid && owner.blockOwnerDeletion === true),
          )
      ) {
        dropFinalizer(client, type, object, foreground);
      }
    }
    return;
  }
  const gone = ownerReferences.filter((owner) => !owners.present.has(owner.uid));
  if (gone.length === 0) return;
  if (gone.length === ownerReferences.length) client.store.delete(type, namespace, name, { uid });
  else for (const owner of gone) release(client, type, object, owner.uid);
}

/** Removes one owner reference. */
function release(
  client: Client,
  type: ResourceType,
  { metadata: { name, namespace } }: KubeObject,
  owner: string,
): void {
  client.store.modify(type, namespace, name, (object) => ({
    ...object,
    metadata: {
      ...object.metadata,
      ownerReferences: object.metadata.ownerReferences?.filter(({ uid }) => uid !== owner),
    },
  }));
}

function dropFinalizer(
  client: Client,
  type: ResourceType,
  { metadata: { name, namespace } }: KubeObject,
  finalizer: string,
): void {
  client.store.modify(type, namespace, name, (object) => ({
    ...object,
    metadata: { ...object.metadata, finalizers: object.metadata.finalizers?.filter((other) => other !== finalizer) },
  }));
}
