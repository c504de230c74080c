/** Stores the schemas of the cluster that files are checked against. */
import type { ClusterSchemasParams } from '#server/protocol/clusterSchemas.ts';

/** The schemas of the selected cluster. The language server receives them on every change and after every start. */
export interface SchemaStore {
  set(schemas: ClusterSchemasParams): void;
  now(): ClusterSchemasParams;
  /** Registers a listener that is called after every `set`. */
  onChange(listener: () => void): void;
}

export function createSchemaStore(): SchemaStore {
  const listeners: (() => void)[] = [];
  let schemas: ClusterSchemasParams = {};
  return {
    set(next) {
      schemas = next;
      for (const listener of listeners) listener();
    },
    now: () => schemas,
    onChange(listener) {
      listeners.push(listener);
    },
  };
}
