/** Where an object is. */
export interface ObjectReference {
  /** `` for the core group. */
  readonly group: string;
  readonly version: string;
  readonly plural: string;
  readonly kind: string;
  readonly name: string;
  readonly namespace?: string;
}

/** Where the API has the list that the object is in. */
export function getCollectionPath({
  group,
  version,
  plural,
  namespace,
}: Omit<ObjectReference, 'kind' | 'name'>): string {
  const root = group === '' ? `/api/${version}` : `/apis/${group}/${version}`;
  return `${root}${namespace === undefined ? '' : `/namespaces/${encodeURIComponent(namespace)}`}/${plural}`;
}

/** Where the API has it. */
export function getObjectPath(reference: ObjectReference): string {
  return `${getCollectionPath(reference)}/${encodeURIComponent(reference.name)}`;
}
