/**
 * Describes a Secret without its values. Unlike kubectl, never shows the token of a service account, and hides the
 * values of annotations, because `kubectl apply` and OpenShift store copies of the values there. Source:
 * kubernetes/kubectl pkg/describe/describe.go (describeSecret).
 */
import { getMap, getNumber, getString, getStringMap, type JsonObject } from '#core/common/json.ts';
import { redactedValue } from '#core/cluster/watchedKinds/configMap.ts';
import { describeAnnotations, describeLabels } from './describeMetadata.ts';
import type { DescribeWriter } from './describeWriter.ts';

/** Returns whether an object is a Secret. */
export function isSecret(raw: JsonObject): boolean {
  return raw['kind'] === 'Secret' && (raw['apiVersion'] === 'v1' || raw['apiVersion'] === undefined);
}

/**
 * Removes the values from a Secret. In the result, `data` contains the size of each value in bytes. Use it as soon as a
 * Secret is received, so that no other code holds a value.
 */
export function withoutSecretValues(raw: JsonObject): JsonObject {
  const metadata = getMap(raw, 'metadata');
  const annotations = Object.keys(getMap(metadata, 'annotations')).map((key) => [key, redactedValue]);
  const { managedFields: _managed, annotations: _copied, ...rest } = metadata;
  return {
    apiVersion: raw['apiVersion'],
    kind: raw['kind'],
    metadata: { ...rest, annotations: Object.fromEntries(annotations) },
    type: raw['type'],
    data: Object.fromEntries(Object.entries(getMap(raw, 'data')).map(([key, value]) => [key, sizeOf(value)])),
  };
}

/** Returns the number of bytes that a value in Base64 contains. A size stays the same. */
function sizeOf(value: unknown): number {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string') return 0;
  const characters = value.replace(/=+$/, '').length;
  return Math.floor((characters * 3) / 4);
}

/** Adds the parts of a Secret. The values can be present or removed. */
export function describeSecret(writer: DescribeWriter, raw: JsonObject): void {
  const secret = withoutSecretValues(raw);
  writer.field(0, 'Name', getString(secret, 'metadata', 'name') ?? '');
  writer.field(0, 'Namespace', getString(secret, 'metadata', 'namespace') ?? '');
  describeLabels(writer, 'Labels', getStringMap(secret, 'metadata', 'labels'));
  describeAnnotations(writer, getStringMap(secret, 'metadata', 'annotations'));
  writer.line(0, '');
  writer.field(0, 'Type', getString(secret, 'type') ?? '');
  for (const line of ['', 'Data', '====']) writer.line(0, line);
  const data = getMap(secret, 'data');
  for (const key of Object.keys(data).toSorted()) writer.line(0, `${key}:\t${getNumber(data, key) ?? 0} bytes`);
}
