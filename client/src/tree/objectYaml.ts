/** An object of a cluster as YAML to read: without what only machines look at, and never with what is secret. */
import { isJsonObject, mapAt, stringAt, type JsonObject } from '../../../core/json.ts';

const lastApplied = 'kubectl.kubernetes.io/last-applied-configuration';

/** What may be shown of it. @param kind as it was asked for: a server that gives the metadata alone calls it otherwise. `metadata.managedFields` is left out; of a Secret everything but its metadata and type, and the copy that `kubectl apply` keeps. */
export function shownObject(raw: JsonObject, kind: string): JsonObject {
  const secret = kind === 'Secret' || raw['kind'] === 'Secret';
  const metadata = { ...mapAt(raw, 'metadata') };
  delete metadata['managedFields'];
  if (secret && isJsonObject(metadata['annotations'])) {
    const annotations = { ...metadata['annotations'] };
    delete annotations[lastApplied];
    metadata['annotations'] = annotations;
  }
  const partial = raw['kind'] === 'PartialObjectMetadata';
  const head = { apiVersion: partial ? 'v1' : raw['apiVersion'], kind: partial ? kind : raw['kind'], metadata };
  if (secret) return { ...head, ...(stringAt(raw, 'type') === undefined ? {} : { type: raw['type'] }) };
  return { ...head, ...Object.fromEntries(Object.entries(raw).filter(([field]) => !Object.hasOwn(head, field))) };
}
