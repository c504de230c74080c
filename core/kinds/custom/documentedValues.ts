/**
 * Values of fields whose CRD accepts any text, although the operator knows only some values. The operator reads any
 * other value as `fallback`.
 */

/** The values of a field. */
export interface DocumentedValues {
  readonly values: readonly string[];
  /** The value that the operator uses instead of an unknown one. */
  readonly fallback: string;
}

const fields: Readonly<Record<string, DocumentedValues>> = {
  // Source: confidential-containers/trustee-operator@2d469187 internal/controller/trusteeconfig_controller.go.
  'confidentialcontainers.org/TrusteeConfig spec.profileType': {
    values: ['Permissive', 'Restricted'],
    fallback: 'Permissive',
  },
};

/**
 * Returns the known values of a field.
 * @param path path of the field with dots, such as `spec.profileType`
 */
export function findDocumentedValues(group: string, kind: string, path: string): DocumentedValues | undefined {
  const key = `${group}/${kind} ${path}`;
  return Object.hasOwn(fields, key) ? fields[key] : undefined;
}

/** Returns the paths of the fields of a kind with known values. */
export function listDocumentedFields(group: string, kind: string): readonly string[] {
  const start = `${group}/${kind} `;
  return Object.keys(fields).flatMap((key) => (key.startsWith(start) ? [key.slice(start.length)] : []));
}
