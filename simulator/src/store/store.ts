/**
 * Stores the objects of the cluster. One version counter counts the changes of all objects. A history of limited size
 * enables watches to start in the past.
 *
 * Writes from controllers and clients follow the API rules: conflicts, finalizers, generation, and a separate status.
 * The store doesn't depend on HTTP. Objects are immutable values, so neither arguments nor results are changed in
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

/** Error for a new object with a resourceVersion. As in the real API server, the error has no reason. */
const versionOnCreate: ApiError = {
  code: 500,
  reason: '',
  message: 'resourceVersion should not be set on objects to be created',
};

/** Generates a name suffix like the API: without vowels, so that it doesn't form words. */
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

  /** Version of the last change. */
  get resourceVersion(): number {
    return this.#version;
  }

  /**
   * Registers an admission check that can change or reject objects before they are written. Checks run in registration
   * order.
   */
  admit(admission: Admission): void {
    this.#admissions.push(admission);
  }

  get(resource: ResourceName, namespace: string | undefined, name: string): KubeObject | undefined {
    return this.#collections.get(formatQualifiedName(resource))?.get(getStoreKey(namespace, name));
  }

  /** Returns the number of objects in all namespaces. */
  count(resource: ResourceName): number {
    return this.#collections.get(formatQualifiedName(resource))?.size ?? 0;
  }

  /**
   * Lists the objects of a resource, in all namespaces or in one, in key order. Reads the current state, so it never
   * fails.
   */
  list(resource: ResourceName, options: Omit<ListOptions, 'at'> = {}): StoreListResult {
    return listPage(this.#collections.get(formatQualifiedName(resource)) ?? new Collection(), this.#version, options);
  }

  /** Lists the objects at an earlier version. Fails if the history no longer contains the version. */
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

  /** Returns a new unique UID. */
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
   * Replaces an object, except for its status if that is a subresource. A resourceVersion, if given, must be the
   * current one.
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

  /** Replaces only the status. */
  updateStatus(
    resource: ResourceType,
    object: ObjectToWrite,
    options: WriteOptions = {},
  ): Result<KubeObject, ApiError> {
    return this.update(resource, object, { ...options, subresource: 'status' });
  }

  /** Reads, changes, and writes the status in one step, so that no conflict can occur. */
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

  /** Reads, changes, and writes everything except the status in one step. */
  modify(
    resource: ResourceType,
    namespace: string | undefined,
    name: string,
    change: (object: KubeObject) => ObjectToWrite,
  ): Result<KubeObject, ApiError> {
    const old = this.get(resource, namespace, name);
    return old === undefined ? fail(notFound(resource, name)) : this.update(resource, change(old));
  }

  /** Deletes an object. If it has finalizers or a grace period, only marks it as being deleted. */
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
    // An object of a type with a grace period is always marked, even if the period is zero.
    if (!stays)
      return succeed({
        object: this.#remove(resource, resource.strategy.gracePeriod === undefined ? old : marked),
        removed: true,
      });
    return succeed({ object: unchanged(marked, old) ? old : this.#keep(resource, marked, old), removed: false });
  }

  /**
   * Reports every change after a version, in order: first past changes, then each new one.
   * @param resource undefined for every resource
   * @param from version; undefined to report only new changes
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
      // Pending events are delivered later anyway.
      if (event.resourceVersion < undelivered && (key === undefined || key === formatQualifiedName(event.resource)))
        this.#tell(listener, event);
    }
    const watching: Watching = { key, listener };
    this.#watching.add(watching);
    return succeed(() => void this.#watching.delete(watching));
  }

  /** Discards the history. Later requests for it return 410. */
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
   * Publishes an event. Listeners can write too, so the resulting events are delivered after the current one. All
   * listeners get all events in the same order.
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
