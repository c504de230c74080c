/**
 * Provides the schema of every type: for Kubernetes types, that of the Kubernetes version of the cluster; for custom
 * resources, that of the CustomResourceDefinition; for all others, an open schema.
 */
import type { JsonObject } from '../store/kubeObject.ts';
import { isJsonObject } from '../store/kubeObject.ts';
import { formatApiVersion, type ResourceType } from '../store/resourceType.ts';
import type { CustomResources } from './customResources.ts';
import { createSchema, findSchemaName, quantityName } from './builtInSchemas.ts';
import type { Schema } from './schema.ts';

const open: Schema = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };
const text: Schema = { type: 'string' };

export class Schemas {
  readonly #custom: CustomResources;
  readonly #getMinor: () => number;
  /** The resolved schemas, by version and name. */
  readonly #resolved = new Map<string, Schema>();

  /** @param getMinor returns the minor version of Kubernetes, such as 34, which determines the fields */
  constructor(custom: CustomResources, getMinor: () => number) {
    this.#custom = custom;
    this.#getMinor = getMinor;
  }

  /**
   * Returns the schema of a type.
   * @returns undefined if nothing is known about its fields
   */
  of(type: ResourceType, version = type.version): Schema | undefined {
    if (type.custom) {
      const schema = this.#custom.schemaOf(type, version);
      return schema === undefined
        ? undefined
        : { ...schema, properties: { ...schema.properties, metadata: this.metadata() } };
    }
    const name = findSchemaName(formatApiVersion({ group: type.group, version }), type.kind);
    return name === undefined ? undefined : this.named(name);
  }

  /** Returns the original schema with its references, for OpenAPI documents. */
  raw(type: ResourceType, version: string): { readonly name: string; readonly schema: JsonObject } | undefined {
    const name = type.custom ? undefined : findSchemaName(formatApiVersion({ group: type.group, version }), type.kind);
    return name === undefined ? undefined : { name, schema: this.definition(name) };
  }

  definition(name: string): JsonObject {
    return createSchema(name, this.#getMinor());
  }

  metadata(): Schema {
    return this.named('meta.v1.ObjectMeta');
  }

  /** Returns the schema for types whose fields aren't known. */
  open(): Schema {
    return { ...open, properties: { apiVersion: text, kind: text, metadata: this.metadata() } };
  }

  /** Returns a definition with all its references resolved. */
  named(name: string): Schema {
    return this.#named(name, this.#getMinor());
  }

  #named(name: string, minor: number): Schema {
    const key = `${minor} ${name}`;
    const present = this.#resolved.get(key);
    if (present !== undefined) return present;
    const resolved = {
      ...this.#resolve(createSchema(name, minor), minor),
      ...(name === quantityName ? { format: 'quantity' } : {}),
    };
    this.#resolved.set(key, resolved);
    return resolved;
  }

  #resolve(raw: JsonObject, minor: number): Schema {
    const { $ref: reference, properties, items, additionalProperties, ...rest } = raw;
    if (typeof reference === 'string') return { ...this.#named(reference, minor), ...rest };
    const fields = isJsonObject(properties)
      ? Object.entries(properties).map(([field, inner]): [string, Schema] => [
          field,
          isJsonObject(inner) ? this.#resolve(inner, minor) : open,
        ])
      : undefined;
    const isOpen = raw['type'] === 'object' && fields === undefined && additionalProperties === undefined;
    return {
      ...rest,
      ...(isOpen ? { 'x-kubernetes-preserve-unknown-fields': true } : {}),
      ...(fields === undefined ? {} : { properties: Object.fromEntries(fields) }),
      ...(isJsonObject(items) ? { items: this.#resolve(items, minor) } : {}),
      ...(isJsonObject(additionalProperties)
        ? { additionalProperties: this.#resolve(additionalProperties, minor) }
        : {}),
    };
  }
}
