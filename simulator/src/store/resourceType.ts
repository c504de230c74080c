/** Defines a resource type as data: what discovery reports about it, and how the store handles it. */
import type { ApiError, ErrorCause } from './apiError.ts';
import type { KubeObject, ObjectToWrite } from './kubeObject.ts';
import type { ResourceName } from './resourceName.ts';
import type { Result } from '#core/common/result.ts';

/** A column in the output of `kubectl get`. */
export interface Column {
  readonly name: string;
  readonly type: 'string' | 'integer' | 'number' | 'boolean' | 'date';
  readonly format?: string;
  readonly description?: string;
  /** 0 means that the column is always shown, 1 that it's shown only in wide output. */
  readonly priority?: number;
  /** Returns the content of the cell. */
  readonly cell: (object: KubeObject, now: number) => string | number | boolean | null;
}

/** Defines how an object of a type is processed before it's stored. Pure functions. */
export interface Strategy {
  /** Adds missing fields to a created object, including its status if clients don't set it. */
  readonly prepareCreate?: (object: ObjectToWrite) => ObjectToWrite;
  /** Adds the fields that depend on the identity of a created object. */
  readonly complete?: (object: KubeObject) => KubeObject;
  /** Restores the fields that an update must not change. */
  readonly prepareUpdate?: (object: ObjectToWrite, old: KubeObject) => ObjectToWrite;
  /** Returns the error causes if the object is invalid. */
  readonly validate?: (object: ObjectToWrite, old: KubeObject | undefined) => readonly ErrorCause[];
  /** Returns how long a deleted object is kept, in seconds, unless it's removed with a grace period of 0. */
  readonly gracePeriod?: (object: KubeObject, asked: number | undefined) => number;
  /** Returns true if the object must be kept for reasons other than the finalizers in its metadata. */
  readonly heldBy?: (object: KubeObject) => boolean;
  /** True if the status can be set when the object is created, as for nodes. */
  readonly keepsStatus?: boolean;
  /** True if a DELETE that removes the object returns the object. Otherwise, it returns a Status. */
  readonly returnsDeleted?: boolean;
  /** Makes additional changes, besides the timestamp, to an object whose deletion must wait. */
  readonly markDeleted?: (object: KubeObject) => KubeObject;
}

/** Defines how a type serves the objects of another type. */
export interface StoredAs {
  /** The type of the stored objects. */
  readonly name: ResourceName;
  /** Returns a stored object as it's served. */
  readonly convert: (object: KubeObject) => KubeObject;
}

export interface ResourceType extends ResourceName {
  readonly group: string;
  /** The stored and preferred version. */
  readonly version: string;
  /** All served versions, preferred first. */
  readonly versions: readonly string[];
  readonly plural: string;
  readonly singular: string;
  readonly kind: string;
  readonly listKind: string;
  readonly namespaced: boolean;
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
  /** True if the status is updated separately, at `/status`. */
  readonly status: boolean;
  /** Other subresources, such as `log`, `scale`, and `token`. */
  readonly subresources: readonly string[];
  /** The supported verbs, as reported by discovery. */
  readonly verbs: readonly string[];
  /** True if `metadata.generation` counts changes to the desired state. */
  readonly generation: boolean;
  /** True if the object can be replaced without specifying the version that was read. */
  readonly unconditionalUpdate: boolean;
  readonly columns: readonly Column[];
  /** Field selectors that lists support in addition to name and namespace, with functions that read the fields. */
  readonly fields: Readonly<Record<string, (object: KubeObject) => string>>;
  readonly strategy: Strategy;
  /**
   * True if the type was created by a CustomResourceDefinition. Strategic merge patches are rejected for these types.
   */
  readonly custom: boolean;
  /** Set if the API stores the objects as another type. Functions of `fields` read the stored object. */
  readonly storedAs: StoredAs | undefined;
}

/** Returns the API version, such as `apps/v1` or `v1`. */
export function formatApiVersion({ group, version }: { readonly group: string; readonly version: string }): string {
  return group === '' ? version : `${group}/${version}`;
}

export interface UserInfo {
  readonly name: string;
  readonly uid?: string;
  readonly groups: readonly string[];
  readonly extra?: Readonly<Record<string, readonly string[]>>;
}

export interface AdmissionRequest {
  readonly operation: 'CREATE' | 'UPDATE' | 'DELETE';
  readonly resource: ResourceType;
  readonly subresource: string | undefined;
  readonly namespace: string | undefined;
  readonly name: string;
  /** The object to store. For a deletion, the existing object. */
  readonly object: ObjectToWrite;
  readonly old: KubeObject | undefined;
  /** Undefined if the request comes from a simulated controller. */
  readonly user: UserInfo | undefined;
  readonly dryRun: boolean;
}

/**
 * Changes the object to store, or rejects the request. Runs for all writes, including those of controllers. The
 * function itself must not write to the store.
 */
export type Admission = (request: AdmissionRequest) => Result<ObjectToWrite, ApiError>;
