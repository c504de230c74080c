/** Sets the fields that the API sets, preserves, or increments when an object is written. Pure functions. */
import type { KubeObject, ObjectMeta, ObjectToWrite } from './kubeObject.ts';
import { isSameJson, withoutUndefined } from './kubeObject.ts';
import type { ResourceType } from './resourceType.ts';
import { formatApiVersion } from './resourceType.ts';

/** Fields that the API adds to a new object. */
export interface ServerFields {
  readonly name: string;
  readonly namespace: string | undefined;
  readonly uid: string;
  readonly now: string;
}

/** Returns a new object as it's stored, except for its resourceVersion. */
export function created(
  resource: ResourceType,
  object: ObjectToWrite,
  stamp: ServerFields,
  keepStatus: boolean,
): KubeObject {
  const { name, namespace, uid, now } = stamp;
  const { status, ...rest } = object;
  const bare: ObjectToWrite = {
    ...rest,
    apiVersion: formatApiVersion(resource),
    kind: resource.kind,
    metadata: object.metadata,
  };
  const prepared =
    resource.strategy.prepareCreate?.(
      resource.status ? bare : { ...bare, ...(status === undefined ? {} : { status }) },
    ) ?? (resource.status ? bare : object);
  const { deletionTimestamp: _none, deletionGracePeriodSeconds: _neither, ...wanted } = prepared.metadata;
  const metadata = withoutUndefined({
    ...wanted,
    name,
    namespace,
    uid,
    resourceVersion: '',
    generation: resource.generation ? (keepStatus ? (object.metadata.generation ?? 1) : 1) : undefined,
    creationTimestamp: (keepStatus ? object.metadata.creationTimestamp : undefined) ?? now,
  });
  const next: KubeObject = {
    ...prepared,
    apiVersion: formatApiVersion(resource),
    kind: resource.kind,
    metadata,
    ...((keepStatus || resource.strategy.keepsStatus === true) && status !== undefined ? { status } : {}),
  };
  return resource.strategy.complete?.(next) ?? next;
}

/** Returns the next state of an existing object as it's stored, except for its resourceVersion. */
export function updated(
  resource: ResourceType,
  object: ObjectToWrite,
  old: KubeObject,
  subresource: string | undefined,
): KubeObject {
  if (subresource === 'status') {
    const { status: _dropped, ...rest } = old;
    const managedFields = object.metadata.managedFields ?? old.metadata.managedFields;
    return {
      ...rest,
      apiVersion: old.apiVersion,
      kind: old.kind,
      metadata: withoutUndefined({ ...old.metadata, managedFields }),
      ...(object['status'] === undefined ? {} : { status: object['status'] }),
    };
  }
  const prepared = subresource === undefined ? (resource.strategy.prepareUpdate?.(object, old) ?? object) : object;
  const { status: wantedStatus, ...rest } = prepared;
  const status = resource.status ? old['status'] : wantedStatus;
  const next = {
    ...rest,
    apiVersion: formatApiVersion(resource),
    kind: resource.kind,
    metadata: kept(prepared.metadata, old.metadata),
    ...(status === undefined ? {} : { status }),
  };
  if (!resource.generation || isSameJson(intent(resource, next), intent(resource, old))) return next;
  return { ...next, metadata: { ...next.metadata, generation: (old.metadata.generation ?? 0) + 1 } };
}

/** Returns the metadata of an update. Fields that only the API sets keep their old values. */
function kept(wanted: ObjectToWrite['metadata'], old: ObjectMeta): ObjectMeta {
  return withoutUndefined({
    ...wanted,
    name: old.name,
    namespace: old.namespace,
    generateName: old.generateName,
    uid: old.uid,
    resourceVersion: old.resourceVersion,
    generation: old.generation,
    creationTimestamp: old.creationTimestamp,
    deletionTimestamp: old.deletionTimestamp,
    deletionGracePeriodSeconds: old.deletionGracePeriodSeconds,
    managedFields: wanted.managedFields ?? old.managedFields,
  });
}

/** Returns the desired state of an object: everything except metadata and the reported status. */
function intent(resource: ResourceType, object: KubeObject): object {
  const { metadata: _metadata, apiVersion: _version, kind: _kind, status, ...rest } = object;
  return resource.status ? rest : { ...rest, status };
}

/** Marks an object as being deleted. It remains until its finalizers are removed or its grace period ends. */
export function markedDeleted(
  resource: ResourceType,
  object: KubeObject,
  now: string,
  graceSeconds: number,
  finalizers: readonly string[],
): KubeObject {
  const marked: KubeObject = {
    ...object,
    metadata: withoutUndefined({
      ...object.metadata,
      finalizers: finalizers.length === 0 ? undefined : finalizers,
      deletionTimestamp: object.metadata.deletionTimestamp ?? now,
      deletionGracePeriodSeconds: graceSeconds,
      generation:
        object.metadata.generation === undefined
          ? undefined
          : object.metadata.generation + (object.metadata.deletionTimestamp === undefined ? 1 : 0),
    }),
  };
  return resource.strategy.markDeleted?.(marked) ?? marked;
}

/** Returns whether the objects differ only in the times of their managed fields. If so, nothing is written. */
export function unchanged(next: KubeObject, old: KubeObject): boolean {
  return isSameJson(comparable(next), comparable(old));
}

function comparable(object: KubeObject): object {
  const managedFields = object.metadata.managedFields?.map(({ time: _time, ...entry }) => entry);
  return { ...object, metadata: { ...object.metadata, managedFields, resourceVersion: undefined } };
}
