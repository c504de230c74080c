/** Objects of the API. They are values: what the Store gives or was given is never changed in place, only replaced. */
import { getValue, type JsonObject } from '#core/common/json.ts';

export { isJsonObject, getList, getMap, getNumber, getString, getValue, type JsonObject } from '#core/common/json.ts';

export interface OwnerReference {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly uid: string;
  readonly controller?: boolean;
  readonly blockOwnerDeletion?: boolean;
}

/** Which fields a manager has set, as `metadata.managedFields` has it. */
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

/** An object as it is kept. */
export interface KubeObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: ObjectMeta;
  readonly [field: string]: unknown;
}

/** An object as it is handed in: what the API fills in may be missing. */
export interface ObjectToWrite {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly [Field in keyof ObjectMeta]?: ObjectMeta[Field] | undefined };
  readonly [field: string]: unknown;
}

/** Without the fields that have no value: as JSON would carry it. */
export function withoutUndefined<T extends object>(value: T): { [Field in keyof T]: Exclude<T[Field], undefined> } {
  return Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined)) as {
    [Field in keyof T]: Exclude<T[Field], undefined>;
  };
}

/** Whether two values are the same JSON; the order of keys does not count. */
export function isSameJson(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false;
  if (Array.isArray(left) || Array.isArray(right)) {
    return (
      Array.isArray(left) &&
      Array.isArray(right) &&
      left.length === right.length &&
      left.every((item, index) => isSameJson(item, right[index]))
    );
  }
  const one = Object.entries(left).filter(([, value]) => value !== undefined);
  const other = Object.entries(right).filter(([, value]) => value !== undefined);
  return (
    one.length === other.length &&
    one.every(([key, value]) => Object.hasOwn(right, key) && isSameJson(value, getValue(right, key)))
  );
}
