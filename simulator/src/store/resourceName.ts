/** Defines the name of a resource type. */

/** Identifies a resource type, regardless of its version. */
export interface ResourceName {
  readonly group: string;
  readonly plural: string;
}

/** Returns the name that messages use, such as `deployments.apps` or `pods`. */
export function formatQualifiedName({ group, plural }: ResourceName): string {
  return group === '' ? plural : `${plural}.${group}`;
}
