/** Defines the message with the schemas of a cluster for the server. See protocol.ts. */

/**
 * Client to server: sends the schemas of the custom resources in open files, as the selected cluster published them.
 * Without `cluster`, no cluster is selected.
 */
export const clusterSchemasNotification = 'osc/clusterSchemas';
export interface ClusterSchemasParams {
  /** Name of the cluster in messages. */
  readonly cluster?: string;
  readonly kinds?: readonly ClusterKindSchema[];
}

/** The schema of one version of a kind. */
export interface ClusterKindSchema {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly isNamespaced: boolean;
  /** Time at which the cluster last confirmed the schema, in ISO 8601. */
  readonly asOf: string;
  /** OpenAPI v3 schema without references. */
  readonly schema: unknown;
}

/** Maximum number of kinds in a message. */
export const maxClusterKinds = 100;
/** Maximum length of all schemas in a message, as JSON. */
export const maxClusterSchemas = 4_000_000;
