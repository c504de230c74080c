/**
 * The objects of the cluster. One counter of versions for all of them, a bounded history, watches.
 *
 * Writes keep the rules of the API, for controllers as for clients: conflicts, finalizers, generation, status apart
 * from the rest. Pure of HTTP. Objects are values: neither what is handed in nor what is given out is ever changed in
 * place.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import type { SimulatorClock } from '../time/clock.ts';
import { formatKubernetesTime } from '../time/clock.ts';
import type { ApiError } from './apiError.ts';
import { alreadyExists, badRequest, conflict, expired, invalid, modifiedMeanwhile, notFound } from './apiError.ts';
import { created, markedDeleted, unchanged, updated } from './serverFields.ts';
import { Collection, getStoreKey } from './collection.ts';
import type { StoreEvent } from './eventHistory.ts';
import { EventHistory } from './eventHistory.ts';
import type { KubeObject, ObjectToWrite } from './kubeObject.ts';
import { metadataCauses } from './metadataValidation.ts';
import { formatQualifiedName, type ResourceName } from './resourceName.ts';
import type { Admission, AdmissionRequest, ResourceType } from './resourceType.ts';
import { finalizersAfter, isHeld, newFinalizers } from './finalizers.ts';
import { listPage } from './listPage.ts';
import type {
  CreateOptions,
  Deleted,
  DeleteOptions,
  ListOptions,
  StoreListResult,
  StoreOptions,
  StoreUpdateOptions,
  WriteOptions,
} from './storeRequests.ts';
import type { Result } from '#core/common/result.ts';
import { fail, succeed } from '#core/common/result.ts';

export type Listener = (event: StoreEvent) => void;

interface Watching {
  readonly key: string | undefined;
  readonly listener: Listener;
}

/** The real one does not say a reason either. */
const versionOnCreate: ApiError = {
  code: 500,
  reason: '',
  message: 'resourceVersion should not be set on objects to be created',
};

/** Makes names like the API's: no vowels, so that no words come of it. */
function randomSuffix(): string {
  return Array.from(randomBytes(5), (byte) => 'bcdfghjklmnpqrstvwxz2456789'[byte % 27]).join('');
}

export class Store {
  readonly clock: SimulatorClock;
  readonly history: EventHistory;
  readonly #options: StoreOptions;
  readonly #collections = new Map<string, Collection>();
  readonly #watching = new Set<Watching>();
  readonly #admissions: Admission[] = [];
  #undelivered: StoreEvent[] = [];
  #delivering = false;
  #version = 1;

  constructor(options: StoreOptions) {
    this.#options = options;
    this.clock = options.clock;
    this.history = new EventHistory(options.history ?? 10_000);
  }

  /** The version of the last change. */
  get resourceVersion(): number {
    return this.#version;
  }

  /** Registers somebody who may change or refuse what is written. Asked in order of registration. */
  admit(admission: Admission): void {
    this.#admissions.push(admission);
  }

  get(resource: ResourceName, namespace: string | undefined, name: string): KubeObject | undefined {
    return this.#collections.get(formatQualifiedName(resource))?.get(getStoreKey(namespace, name));
  }

  /** How many there are, of all namespaces. */
  count(resource: ResourceName): number {
    return this.#collections.get(formatQualifiedName(resource))?.size ?? 0;
  }

  /** All objects of a resource, or of one namespace, in order of their keys. Of the current state this never fails. */
  list(resource: ResourceName, options: Omit<ListOptions, 'at'> = {}): StoreListResult {
    return listPage(this.#collections.get(formatQualifiedName(resource)) ?? new Collection(), this.#version, options);
  }

  /** A list of the state at an earlier version; fails when it is no longer remembered. */
  listAt(resource: ResourceName, version: number, options: ListOptions = {}): Result<StoreListResult, ApiError> {
    if (version < this.history.compacted)
      return fail(expired('The provided continue parameter is too old to display a consistent list result.'));
    const key = formatQualifiedName(resource);
    let collection = this.#collections.get(key) ?? new Collection();
    const later = this.history.since(version).filter((event) => formatQualifiedName(event.resource) === key);
    if (later.length > 0) collection = collection.copy();
    for (const { object, previous } of later.toReversed()) {
      const at = getStoreKey(object.metadata.namespace, object.metadata.name);
      if (previous === undefined) collection.delete(at);
      else collection.set(at, previous);
    }
    return succeed(listPage(collection, version, options));
  }

  /** One that no object has. */
  newUid(): string {
    return (this.#options.newUid ?? randomUUID)();
  }

  create(resource: ResourceType, object: ObjectToWrite, options: CreateOptions = {}): Result<KubeObject, ApiError> {
    const namespace = resource.namespaced ? object.metadata.namespace : undefined;
    if (resource.namespaced && (namespace === undefined || namespace === ''))
      return fail(badRequest('the namespace of the object is missing'));
    if ((object.metadata.resourceVersion ?? '') !== '' && options.seed !== true) return fail(versionOnCreate);
    const { generateName } = object.metadata;
    const wantedName = object.metadata.name ?? '';
    const name =
      wantedName === '' && generateName !== undefined && generateName !== ''
        ? this.#generated(generateName)
        : wantedName;
    const named: ObjectToWrite = { ...object, metadata: { ...object.metadata, name, namespace } };
    const request = { operation: 'CREATE', resource, subresource: undefined, namespace, name, old: undefined } as const;
    const admitted =
      options.seed === true
        ? succeed(named)
        : this.#admitted({ ...request, object: named, user: options.user, dryRun: options.dryRun === true });
    if (!admitted.ok) return admitted;
    const uid = (options.seed === true ? object.metadata.uid : undefined) ?? this.newUid();
    const stamp = { name, namespace, uid, now: formatKubernetesTime(this.clock.now()) };
    const next = created(resource, admitted.value, stamp, options.seed === true);
    const causes = [
      ...metadataCauses(next, resource.group, resource.plural === 'namespaces'),
      ...(resource.strategy.validate?.(next, undefined) ?? []),
    ];
    if (causes.length > 0) return fail(invalid(resource, name, causes));
    const present = this.get(resource, namespace, name);
    if (present !== undefined)
      return fail(alreadyExists(resource, name, present.metadata.deletionTimestamp !== undefined));
    const managed = options.manage?.(next, undefined) ?? next;
    return succeed(options.dryRun === true ? managed : this.#keep(resource, managed, undefined));
  }

  /**
   * Replaces an object, but for its status where that is apart. Its resourceVersion, when given, must be the current
   * one.
   */
  update(
    resource: ResourceType,
    object: ObjectToWrite,
    options: StoreUpdateOptions = {},
  ): Result<KubeObject, ApiError> {
    const { name = '', resourceVersion = '', uid = '' } = object.metadata;
    const namespace = resource.namespaced ? object.metadata.namespace : undefined;
    const old = this.get(resource, namespace, name);
    if (old === undefined) return fail(notFound(resource, name));
    if (uid !== '' && uid !== old.metadata.uid) {
      const key = ['/kubernetes.io', resource.plural, ...(namespace === undefined ? [] : [namespace]), name].join('/');
      const why = `Precondition failed: UID in precondition: ${uid}, UID in object meta: ${old.metadata.uid}`;
      return fail(
        conflict(
          resource,
          name,
          `StorageError: invalid object, Code: 4, Key: ${key}, ResourceVersion: 0, AdditionalErrorMsg: ${why}`,
        ),
      );
    }
    if (resourceVersion !== '' && resourceVersion !== old.metadata.resourceVersion)
      return fail(conflict(resource, name, modifiedMeanwhile));
    const { subresource } = options;
    const request = {
      operation: 'UPDATE',
      resource,
      subresource,
      namespace,
      name,
      old,
      user: options.user,
      dryRun: options.dryRun === true,
    } as const;
    const admitted = this.#admitted({ ...request, object });
    if (!admitted.ok) return admitted;
    const next = updated(resource, admitted.value, old, subresource);
    const causes = [
      ...newFinalizers(next, old),
      ...metadataCauses(next, resource.group, resource.plural === 'namespaces'),
      ...(resource.strategy.validate?.(next, old) ?? []),
    ];
    if (causes.length > 0) return fail(invalid(resource, name, causes));
    const managed = options.manage?.(next, old) ?? next;
    if (options.dryRun === true) return succeed(managed);
    if (old.metadata.deletionTimestamp !== undefined && !isHeld(resource, managed))
      return succeed(this.#remove(resource, managed));
    return succeed(unchanged(managed, old) ? old : this.#keep(resource, managed, old));
  }

  /** Replaces the status, and nothing else. */
  updateStatus(
    resource: ResourceType,
    object: ObjectToWrite,
    options: WriteOptions = {},
  ): Result<KubeObject, ApiError> {
    return this.update(resource, object, { ...options, subresource: 'status' });
  }

  /** Reads, changes and writes the status in one go: there is nobody to conflict with. */
  patchStatus(
    resource: ResourceType,
    namespace: string | undefined,
    name: string,
    change: (object: KubeObject) => unknown,
  ): Result<KubeObject, ApiError> {
    const old = this.get(resource, namespace, name);
    return old === undefined
      ? fail(notFound(resource, name))
      : this.updateStatus(resource, { ...old, status: change(old) });
  }

  /** Reads, changes and writes all but the status in one go. */
  modify(
    resource: ResourceType,
    namespace: string | undefined,
    name: string,
    change: (object: KubeObject) => ObjectToWrite,
  ): Result<KubeObject, ApiError> {
    const old = this.get(resource, namespace, name);
    return old === undefined ? fail(notFound(resource, name)) : this.update(resource, change(old));
  }

  /** Removes an object, or marks it as being deleted when somebody holds it. */
  delete(
    resource: ResourceType,
    namespace: string | undefined,
    name: string,
    options: DeleteOptions = {},
  ): Result<Deleted, ApiError> {
    const old = this.get(resource, namespace, name);
    if (old === undefined) return fail(notFound(resource, name));
    const { uid, resourceVersion, user, dryRun = false } = options;
    if (uid !== undefined && uid !== old.metadata.uid) {
      const why = `the UID in the precondition (${uid}) does not match the UID in record (${old.metadata.uid}). The object might have been deleted and then recreated`;
      return fail(conflict({ group: resource.group, plural: resource.kind }, name, why));
    }
    if (resourceVersion !== undefined && resourceVersion !== old.metadata.resourceVersion) {
      const why = `the ResourceVersion in the precondition (${resourceVersion}) does not match the ResourceVersion in record (${old.metadata.resourceVersion}). The object might have been modified`;
      return fail(conflict({ group: resource.group, plural: resource.kind }, name, why));
    }
    const admitted = this.#admitted({
      operation: 'DELETE',
      resource,
      subresource: undefined,
      namespace,
      name,
      object: old,
      old,
      user,
      dryRun,
    });
    if (!admitted.ok) return admitted;
    const grace = resource.strategy.gracePeriod?.(old, options.gracePeriodSeconds) ?? 0;
    const marked = markedDeleted(
      resource,
      old,
      formatKubernetesTime(this.clock.now() + grace * 1000),
      grace,
      finalizersAfter(old, options.propagationPolicy),
    );
    const stays = grace > 0 || isHeld(resource, marked);
    if (dryRun) return succeed({ object: stays ? marked : old, removed: !stays });
    // What can have time to end is marked, even when it gets none.
    if (!stays)
      return succeed({
        object: this.#remove(resource, resource.strategy.gracePeriod === undefined ? old : marked),
        removed: true,
      });
    return succeed({ object: unchanged(marked, old) ? old : this.#keep(resource, marked, old), removed: false });
  }

  /**
   * Tells of every change after this version: first of those that were, then of each as it happens, in order.
   * @param resource undefined: of every resource
   * @param from undefined: from now on
   */
  watch(
    resource: ResourceName | undefined,
    from: number | undefined,
    listener: Listener,
  ): Result<() => void, ApiError> {
    if (from !== undefined && from < this.history.compacted)
      return fail(expired(`too old resource version: ${from} (${this.history.compacted + 1})`));
    const key = resource === undefined ? undefined : formatQualifiedName(resource);
    const undelivered = this.#undelivered[0]?.resourceVersion ?? Infinity;
    for (const event of from === undefined ? [] : this.history.since(from)) {
      // What waits for delivery comes by itself.
      if (event.resourceVersion < undelivered && (key === undefined || key === formatQualifiedName(event.resource)))
        this.#tell(listener, event);
    }
    const watching: Watching = { key, listener };
    this.#watching.add(watching);
    return succeed(() => void this.#watching.delete(watching));
  }

  /** Forgets the past: whoever asks for it gets 410. */
  compact(): void {
    this.history.compact(this.#version);
  }

  #generated(prefix: string): string {
    return `${prefix.slice(0, 58)}${(this.#options.newSuffix ?? randomSuffix)()}`;
  }

  #admitted(request: AdmissionRequest): Result<ObjectToWrite, ApiError> {
    let { object } = request;
    for (const admission of this.#admissions) {
      const result = admission({ ...request, object });
      if (!result.ok) return result;
      object = result.value;
    }
    return succeed(object);
  }

  #keep(resource: ResourceType, object: KubeObject, previous: KubeObject | undefined): KubeObject {
    const next = this.#numbered(object);
    const key = formatQualifiedName(resource);
    const collection = this.#collections.get(key) ?? new Collection();
    this.#collections.set(key, collection);
    collection.set(getStoreKey(next.metadata.namespace, next.metadata.name), next);
    this.#publish({
      type: previous === undefined ? 'ADDED' : 'MODIFIED',
      resource,
      object: next,
      previous,
      resourceVersion: this.#version,
    });
    return next;
  }

  #remove(resource: ResourceType, last: KubeObject): KubeObject {
    const { namespace, name } = last.metadata;
    const previous = this.get(resource, namespace, name);
    const gone = this.#numbered(last);
    this.#collections.get(formatQualifiedName(resource))?.delete(getStoreKey(namespace, name));
    this.#publish({ type: 'DELETED', resource, object: gone, previous, resourceVersion: this.#version });
    return gone;
  }

  #numbered(object: KubeObject): KubeObject {
    this.#version += 1;
    return { ...object, metadata: { ...object.metadata, resourceVersion: String(this.#version) } };
  }

  /**
   * Listeners write too: what they cause is told of after what they were told, so that everybody hears everything in
   * the same order.
   */
  #publish(event: StoreEvent): void {
    this.history.add(event);
    this.#undelivered.push(event);
    if (this.#delivering) return;
    this.#delivering = true;
    for (let next = this.#undelivered[0]; next !== undefined; next = this.#undelivered[0]) {
      const key = formatQualifiedName(next.resource);
      const listeners = [...this.#watching].filter((watching) => watching.key === undefined || watching.key === key);
      this.#undelivered.shift();
      for (const watching of listeners) if (this.#watching.has(watching)) this.#tell(watching.listener, next);
    }
    this.#delivering = false;
  }

  #tell(listener: Listener, event: StoreEvent): void {
    try {
      listener(event);
    } catch (error) {
      this.#options.listenerFailed?.(error);
    }
  }
}
