/** A type of objects, as data: what discovery tells of it, and how the Store treats it. */
import type { ApiError, ErrorCause } from './apiError.ts';
import type { KubeObject, ObjectToWrite } from './kubeObject.ts';
import type { ResourceName } from './resourceName.ts';
import type { Result } from '#core/common/result.ts';

/** A column of `kubectl get`. */
export interface Column {
  readonly name: string;
  readonly type: 'string' | 'integer' | 'number' | 'boolean' | 'date';
  readonly format?: string;
  readonly description?: string;
  /** 0 is always shown, 1 only in wide output. */
  readonly priority?: number;
  /** What stands in it. */
  readonly cell: (object: KubeObject, now: number) => string | number | boolean | null;
}

/** What is done to an object of one type before it is kept. Pure functions. */
export interface Strategy {
  /** Fills in what a created object lacks; its status too, where clients do not write it. */
  readonly prepareCreate?: (object: ObjectToWrite) => ObjectToWrite;
  /** Fills in what follows from the identity that a created object got. */
  readonly complete?: (object: KubeObject) => KubeObject;
  /** Takes out what an update may not change. */
  readonly prepareUpdate?: (object: ObjectToWrite, old: KubeObject) => ObjectToWrite;
  /** What is wrong with it. */
  readonly validate?: (object: ObjectToWrite, old: KubeObject | undefined) => readonly ErrorCause[];
  /** For how many seconds a deleted object stays, until somebody removes it with 0. */
  readonly gracePeriod?: (object: KubeObject, asked: number | undefined) => number;
  /** Whether it may be removed at all, besides finalizers in its metadata. */
  readonly heldBy?: (object: KubeObject) => boolean;
  /** Whether who creates it may say its status at once: nodes do. */
  readonly keepsStatus?: boolean;
  /** Whether a DELETE that removes it answers with the object; else with a Status. */
  readonly returnsDeleted?: boolean;
  /** What a deletion that must wait changes besides the timestamp. */
  readonly markDeleted?: (object: KubeObject) => KubeObject;
}

export interface ResourceType extends ResourceName {
  readonly group: string;
  /** The version that is kept and preferred. */
  readonly version: string;
  /** All that are served, preferred first. */
  readonly versions: readonly string[];
  readonly plural: string;
  readonly singular: string;
  readonly kind: string;
  readonly listKind: string;
  readonly namespaced: boolean;
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
  /** Whether status is written apart, at `/status`. */
  readonly status: boolean;
  /** Other subresources: `log`, `scale`, `token`. */
  readonly subresources: readonly string[];
  /** What can be done with it, as discovery says. */
  readonly verbs: readonly string[];
  /** Whether `metadata.generation` counts changes of what is wanted. */
  readonly generation: boolean;
  /** Whether it may be replaced with no word of the version that was read. */
  readonly unconditionalUpdate: boolean;
  readonly columns: readonly Column[];
  /** Fields that lists can be narrowed by, besides name and namespace, with how they are read. */
  readonly fields: Readonly<Record<string, (object: KubeObject) => string>>;
  readonly strategy: Strategy;
  /** Made by a CustomResourceDefinition: strategic merge is refused. */
  readonly custom: boolean;
}

/** `apps/v1`, or `v1`. */
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
  /** What is to be kept; of a deletion, what is there. */
  readonly object: ObjectToWrite;
  readonly old: KubeObject | undefined;
  /** undefined: a controller of ours. */
  readonly user: UserInfo | undefined;
  readonly dryRun: boolean;
}

/**
 * Changes what is to be kept, or refuses it. Called for everybody who writes, controllers too. Must not write itself.
 */
export type Admission = (request: AdmissionRequest) => Result<ObjectToWrite, ApiError>;
