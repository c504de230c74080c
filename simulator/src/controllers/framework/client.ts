/** API client for controllers. Reads require no error handling, and changes are atomic. */
import { formatKubernetesTime } from '#simulator/time/clock.ts';
import { notFound, type ApiError } from '#simulator/store/apiError.ts';
import type { StoreEvent } from '#simulator/store/eventHistory.ts';
import {
  isJsonObject,
  isSameJson,
  type JsonObject,
  type KubeObject,
  type ObjectToWrite,
  type OwnerReference,
} from '#simulator/store/kubeObject.ts';
import type { ResourceName } from '#simulator/store/resourceName.ts';
import type { ResourceType } from '#simulator/store/resourceType.ts';
import { fail, succeed, type Result } from '#core/common/result.ts';
import type { Store } from '#simulator/store/store.ts';
import type { DeleteOptions, WriteOptions } from '#simulator/store/storeRequests.ts';

/**
 * Returns the type of a resource, or undefined if the cluster doesn't have it. The result can change when a CRD is
 * created or deleted.
 */
export type FindType = (resource: ResourceName) => ResourceType | undefined;

/** Identifies an object. */
export interface ObjectKey {
  readonly name: string;
  readonly namespace?: string | undefined;
}

/** Returns the new status, or undefined to leave it unchanged. */
type NextStatus = (status: JsonObject, object: KubeObject) => JsonObject | undefined;

/**
 * Returns the function that records the changes of a field manager, or undefined if the managed fields of this resource
 * aren't recorded.
 */
export type RecordFields = (
  type: ResourceType,
  manager: string,
  subresource: string | undefined,
) => WriteOptions['manage'];

/** Reads and writes objects for controllers. */
export class Client {
  readonly store: Store;
  readonly #find: FindType;
  readonly #recordFields: RecordFields | undefined;
  readonly #manager: string | undefined;

  /**
   * @param recordFields records the changes of controllers in `metadata.managedFields`. If undefined, doesn't record
   * them.
   * @param manager the field manager. If undefined, the changes aren't recorded.
   */
  constructor(store: Store, find: FindType, recordFields?: RecordFields, manager?: string) {
    this.store = store;
    this.#find = find;
    this.#recordFields = recordFields;
    this.#manager = manager;
  }

  /** Returns a client whose changes belong to another field manager. */
  as(manager: string): Client {
    return new Client(this.store, this.#find, this.#recordFields, manager);
  }

  /** Returns the current time in the format of Kubernetes objects. */
  now(): string {
    return formatKubernetesTime(this.store.clock.now());
  }

  /** Returns whether the cluster has the given resource. */
  has(resource: ResourceName): boolean {
    return this.#find(resource) !== undefined;
  }

  /** Returns the type of a resource, for owner references and Events. */
  type(resource: ResourceName): ResourceType | undefined {
    return this.#find(resource);
  }

  get(resource: ResourceName, name: string, namespace?: string): KubeObject | undefined {
    return this.store.get(resource, namespace, name);
  }

  list(resource: ResourceName, namespace?: string): readonly KubeObject[] {
    return this.store.list(resource, { namespace }).items;
  }

  create(resource: ResourceName, object: ObjectToWrite): Result<KubeObject, ApiError> {
    return this.#with(resource, object.metadata.name ?? '', (type) =>
      this.store.create(type, object, this.#options(type)),
    );
  }

  /** Creates the object if it doesn't exist. */
  ensure(resource: ResourceName, object: ObjectToWrite): Result<KubeObject, ApiError> {
    const there = this.get(resource, object.metadata.name ?? '', object.metadata.namespace);
    return there === undefined ? this.create(resource, object) : succeed(there);
  }

  /** Changes an object except for its status. If `change` returns undefined, the object isn't changed. */
  change(
    resource: ResourceName,
    key: ObjectKey,
    change: (object: KubeObject) => ObjectToWrite | undefined,
    subresource?: string,
  ): Result<KubeObject, ApiError> {
    return this.#with(resource, key.name, (type) => {
      const old = this.get(resource, key.name, key.namespace);
      if (old === undefined) return fail(notFound(resource, key.name));
      const next = change(old);
      return next === undefined
        ? succeed(old)
        : this.store.update(type, next, { ...this.#options(type, subresource), subresource });
    });
  }

  /** Changes the status. An unchanged status isn't written. */
  changeStatus(resource: ResourceName, key: ObjectKey, change: NextStatus): Result<KubeObject, ApiError> {
    return this.#with(resource, key.name, (type) => {
      const old = this.get(resource, key.name, key.namespace);
      if (old === undefined) return fail(notFound(resource, key.name));
      const before = old['status'];
      const next = change(isJsonObject(before) ? before : {}, old);
      if (next === undefined || isSameJson(next, before)) return succeed(old);
      return this.store.updateStatus(type, { ...old, status: next }, this.#options(type, 'status'));
    });
  }

  /**
   * Deletes an object and returns whether it existed. If the object has finalizers, it remains until they are removed.
   */
  remove(resource: ResourceName, key: ObjectKey, options?: DeleteOptions): boolean {
    const type = this.#find(resource);
    return type !== undefined && this.store.delete(type, key.namespace, key.name, options).ok;
  }

  /**
   * Calls the listener for all existing objects, then for every change.
   * @returns a function that stops following the resource
   */
  follow(
    resource: ResourceName,
    listener: (event: Pick<StoreEvent, 'type' | 'object' | 'previous'>) => void,
  ): () => void {
    for (const object of this.list(resource)) listener({ type: 'ADDED', object, previous: undefined });
    const watching = this.store.watch(resource, undefined, listener);
    return watching.ok ? watching.value : () => undefined;
  }

  #options(type: ResourceType, subresource?: string): WriteOptions {
    return this.#manager === undefined ? {} : { manage: this.#recordFields?.(type, this.#manager, subresource) };
  }

  #with<T>(
    resource: ResourceName,
    name: string,
    write: (type: ResourceType) => Result<T, ApiError>,
  ): Result<T, ApiError> {
    const type = this.#find(resource);
    return type === undefined ? fail(notFound(resource, name)) : write(type);
  }
}

/** Creates the owner reference to the object that controls another object. */
export function createOwnerReference(owner: KubeObject): OwnerReference {
  return {
    apiVersion: owner.apiVersion,
    kind: owner.kind,
    name: owner.metadata.name,
    uid: owner.metadata.uid,
    controller: true,
    blockOwnerDeletion: true,
  };
}

/** Returns the owner that controls an object. */
export function findControllerOwner(object: KubeObject): OwnerReference | undefined {
  return object.metadata.ownerReferences?.find(({ controller }) => controller === true);
}

/** Returns the key of an object. */
export function getObjectKey(object: KubeObject): ObjectKey {
  return { name: object.metadata.name, namespace: object.metadata.namespace };
}

/** Returns the queue key of an object. */
export function toQueueKey(object: KubeObject): string {
  return `${object.metadata.namespace ?? ''}/${object.metadata.name}`;
}

/** Returns the object key for a queue key. */
export function fromQueueKey(key: string): ObjectKey & { readonly namespace: string } {
  const slash = key.indexOf('/');
  return { namespace: key.slice(0, slash), name: key.slice(slash + 1) };
}

/** Returns the object with changed annotations. Undefined removes an annotation. */
export function withAnnotations(
  object: KubeObject,
  annotations: Readonly<Record<string, string | undefined>>,
): KubeObject {
  return { ...object, metadata: { ...object.metadata, annotations: merged(object.metadata.annotations, annotations) } };
}

/** Returns the object with changed labels. Undefined removes a label. */
export function labelled(object: KubeObject, labels: Readonly<Record<string, string | undefined>>): KubeObject {
  return { ...object, metadata: { ...object.metadata, labels: merged(object.metadata.labels, labels) } };
}

function merged(
  old: Readonly<Record<string, string>> | undefined,
  changes: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  const all: Record<string, string | undefined> = { ...old, ...changes };
  return Object.fromEntries(Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined));
}
