/**
 * Defines schemas as OpenAPI and CustomResourceDefinitions use them, and applies them: removes unknown fields and adds
 * defaults. Pure functions.
 */
import type { JsonObject } from '../store/kubeObject.ts';
import { isJsonObject, getValue } from '../store/kubeObject.ts';

export interface Schema {
  readonly type?: string;
  readonly format?: string;
  readonly description?: string;
  readonly nullable?: boolean;
  readonly default?: unknown;
  readonly enum?: readonly unknown[];
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema;
  readonly 'x-kubernetes-preserve-unknown-fields'?: boolean;
  readonly 'x-kubernetes-embedded-resource'?: boolean;
  readonly 'x-kubernetes-int-or-string'?: boolean;
  readonly 'x-kubernetes-list-type'?: 'atomic' | 'set' | 'map';
  readonly 'x-kubernetes-list-map-keys'?: readonly string[];
  readonly 'x-kubernetes-map-type'?: 'atomic' | 'granular';
  readonly 'x-kubernetes-patch-merge-key'?: string;
  readonly 'x-kubernetes-patch-strategy'?: string;
}

/** Fields that every object has, regardless of its schema. */
const envelope = new Set(['apiVersion', 'kind', 'metadata']);

/**
 * Returns the schema of a field or of a map value.
 * @returns undefined if there is no schema and any value is allowed
 */
export function findFieldSchema(schema: Schema | undefined, field: string): Schema | undefined {
  const own = Object.hasOwn(schema?.properties ?? {}, field) ? schema?.properties?.[field] : undefined;
  if (own !== undefined) return own;
  return typeof schema?.additionalProperties === 'object' ? schema.additionalProperties : undefined;
}

/** Returns true if fields that aren't in the schema are kept. */
function keepsUnknown(schema: Schema): boolean {
  return (
    schema['x-kubernetes-preserve-unknown-fields'] === true ||
    (schema.additionalProperties !== undefined && schema.additionalProperties !== false)
  );
}

/**
 * Removes the fields that aren't in the schema from a value.
 * @param unknown receives the paths of the removed fields
 */
export function pruned(schema: Schema, value: unknown, path: string, unknown: string[], isRoot = false): unknown {
  if (Array.isArray(value)) {
    const { items } = schema;
    return items === undefined
      ? value
      : value.map((item: unknown, index) => pruned(items, item, `${path}[${index}]`, unknown));
  }
  if (
    !isJsonObject(value) ||
    (schema.properties === undefined && schema.additionalProperties === undefined && schema.type !== 'object')
  )
    return value;
  const kept: [string, unknown][] = [];
  const whole = isRoot || schema['x-kubernetes-embedded-resource'] === true;
  for (const [field, inner] of Object.entries(value)) {
    const at = path === '' ? field : `${path}.${field}`;
    const known = findFieldSchema(schema, field);
    if (whole && envelope.has(field)) kept.push([field, inner]);
    else if (known !== undefined) kept.push([field, pruned(known, inner, at, unknown)]);
    else if (keepsUnknown(schema)) kept.push([field, inner]);
    else unknown.push(at);
  }
  return Object.fromEntries(kept);
}

/** Adds the defaults of the schema to a value. Nulls that aren't allowed are replaced with the default, or removed. */
export function defaulted(schema: Schema, value: unknown): unknown {
  if (Array.isArray(value)) {
    const { items } = schema;
    return items === undefined ? value : value.map((item: unknown) => defaulted(items, item));
  }
  if (!isJsonObject(value)) return value;
  const result: Record<string, unknown> = { ...value };
  for (const [field, known] of Object.entries(schema.properties ?? {})) {
    const present = Object.hasOwn(result, field) ? result[field] : undefined;
    const missing = present === undefined || (present === null && known.nullable !== true);
    if (missing && known.default !== undefined) result[field] = known.default;
    else if (present === null && known.nullable !== true) delete result[field];
    if (Object.hasOwn(result, field)) result[field] = defaulted(known, result[field]);
  }
  const { additionalProperties } = schema;
  if (typeof additionalProperties === 'object') {
    for (const [field, inner] of Object.entries(result)) {
      if (Object.hasOwn(schema.properties ?? {}, field)) continue;
      if (inner === null && additionalProperties.nullable !== true) delete result[field];
      else result[field] = defaulted(additionalProperties, inner);
    }
  }
  return result;
}

/** Returns how the items of a list are identified if several managers share it. */
export function listKeys(
  schema: Schema | undefined,
): { readonly kind: 'atomic' } | { readonly kind: 'set' } | { readonly kind: 'map'; readonly keys: readonly string[] } {
  if (schema?.['x-kubernetes-list-type'] === 'set') return { kind: 'set' };
  if (schema?.['x-kubernetes-list-type'] === 'map')
    return { kind: 'map', keys: schema['x-kubernetes-list-map-keys'] ?? [] };
  return { kind: 'atomic' };
}

/** Returns the keys of an item in a list that several managers share. A missing key has the default of its schema. */
export function itemKey(keys: readonly string[], item: unknown, schema: Schema | undefined): JsonObject {
  return Object.fromEntries(
    keys.flatMap((key) => {
      const value = getValue(item, key) ?? schema?.items?.properties?.[key]?.default;
      return value === undefined ? [] : [[key, value]];
    }),
  );
}
