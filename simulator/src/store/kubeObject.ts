/**
 * Defines the objects of the API. They're immutable values: objects in the store are never changed in place, only
 * replaced.
 */
import type { JsonObject } from '#core/common/json.ts';

export {
  isJsonObject,
  isSameJson,
  getList,
  getMap,
  getNumber,
  getString,
  getValue,
  type JsonObject,
} from '#core/common/json.ts';

export interface OwnerReference {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly uid: string;
  readonly controller?: boolean;
  readonly blockOwnerDeletion?: boolean;
}

/** The fields that a manager has set, as in `metadata.managedFields`. */
export interface ManagedFieldsEntry {
  readonly manager: string;
  readonly operation: 'Apply' | 'Update';
  readonly apiVersion: string;
  readonly fieldsType: 'FieldsV1';
  readonly fieldsV1: JsonObject;
  readonly time?: string;
  readonly subresource?: string;
}

export interface ObjectMeta {
  readonly name: string;
  readonly namespace?: string;
  readonly generateName?: string;
  readonly uid: string;
  readonly resourceVersion: string;
  readonly generation?: number;
  readonly creationTimestamp: string;
  readonly deletionTimestamp?: string;
  readonly deletionGracePeriodSeconds?: number;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly finalizers?: readonly string[];
  readonly ownerReferences?: readonly OwnerReference[];
  readonly managedFields?: readonly ManagedFieldsEntry[];
}

/** An object as stored. */
export interface KubeObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: ObjectMeta;
  readonly [field: string]: unknown;
}

/** An object as submitted: fields that the API fills in can be missing. */
export interface ObjectToWrite {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly [Field in keyof ObjectMeta]?: ObjectMeta[Field] | undefined };
  readonly [field: string]: unknown;
}

/** Removes the fields that have no value, as in JSON. */
export function withoutUndefined<T extends object>(value: T): { [Field in keyof T]: Exclude<T[Field], undefined> } {
  return Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined)) as {
    [Field in keyof T]: Exclude<T[Field], undefined>;
  };
}
