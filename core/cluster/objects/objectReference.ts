/** Identifies an object in the API. */
export interface ObjectReference {
  /** API group. Empty for the core group. */
  readonly group: string;
  readonly version: string;
  readonly plural: string;
  readonly kind: string;
  readonly name: string;
  readonly namespace?: string;
}

/** Returns the API path of the list that contains the object. */
export function getCollectionPath({
  group,
  version,
  plural,
  namespace,
}: Omit<ObjectReference, 'kind' | 'name'>): string {
  const root = group === '' ? `/api/${version}` : `/apis/${group}/${version}`;
  return `${root}${namespace === undefined ? '' : `/namespaces/${encodeURIComponent(namespace)}`}/${plural}`;
}

/** Returns the API path of the object. */
export function getObjectPath(reference: ObjectReference): string {
  return `${getCollectionPath(reference)}/${encodeURIComponent(reference.name)}`;
}
