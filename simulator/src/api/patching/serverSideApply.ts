/**
 * Implements server-side apply. The configuration of a field manager is merged into the live object. Fields of other
 * field managers cause conflicts. Pure functions.
 */
import type { Schema } from '#simulator/resources/schema.ts';
import { itemKey, listKeys, findFieldSchema } from '#simulator/resources/schema.ts';
import type { ApiError, ErrorCause } from '#simulator/store/apiError.ts';
import type { JsonObject, KubeObject, ManagedFieldsEntry } from '#simulator/store/kubeObject.ts';
import { isJsonObject, isSameJson, withoutUndefined } from '#simulator/store/kubeObject.ts';
import type { Result } from '#core/common/result.ts';
import { fail, succeed } from '#core/common/result.ts';
import { compared, elementsOf, collectOwnedFields, fromFieldsV1, pathText } from './fieldSet.ts';
import type { FieldPaths } from './fieldSet.ts';
import { entriesOf, findManagedEntry, isSameWriter, withEntries, without } from './fieldManagers.ts';
import type { Writer } from './fieldManagers.ts';

/**
 * Applies a configuration.
 * @param live the existing object; for a new object, one without fields
 */
export function applied(
  live: KubeObject,
  config: JsonObject,
  schema: Schema | undefined,
  writer: Writer,
  options: { readonly force: boolean; readonly hasStatus: boolean },
): Result<KubeObject, ApiError> {
  const statusOnly = writer.subresource === 'status';
  const withStatus = statusOnly || !options.hasStatus;
  const wanted = collectOwnedFields(config, schema, withStatus, statusOnly);
  const paths: FieldPaths = new Set(wanted.keys());
  const entries = entriesOf(live);
  const mine = entries.find((entry) => isSameWriter(entry, writer, 'Apply'));
  const others = entries.filter((entry) => entry !== mine);
  const { status, metadata, ...rest } = config;
  const content: JsonObject = statusOnly
    ? status === undefined
      ? {}
      : { status }
    : { ...rest, metadata: ownMetadata(metadata), ...(withStatus && status !== undefined ? { status } : {}) };
  const merged = mergedValue(live, content, schema);
  const given =
    mine === undefined
      ? new Set<string>()
      : new Set([...fromFieldsV1(mine.fieldsV1)].filter((path) => !paths.has(path)));
  const heldByOthers = new Set(others.flatMap((entry) => [...fromFieldsV1(entry.fieldsV1)]));
  const abandoned = [...given].filter(
    (path) =>
      !heldByOthers.has(path) && ![...paths, ...heldByOthers].some((other) => other.startsWith(`${path}\u0000`)),
  );
  const result = abandoned.reduce<unknown>((object, path) => removed(object, elementsOf(path), schema), merged);
  const object: KubeObject = isJsonObject(result)
    ? {
        ...result,
        apiVersion: live.apiVersion,
        kind: live.kind,
        metadata: withoutUndefined({ ...live.metadata, ...labelsOf(result) }),
      }
    : live;
  const { added, modified } = compared(
    collectOwnedFields(live, schema, withStatus, statusOnly),
    collectOwnedFields(object, schema, withStatus, statusOnly),
  );
  const touched = new Set([...added, ...modified]);
  const conflicts = others.flatMap((entry) => {
    const fields = [...fromFieldsV1(entry.fieldsV1)].filter((path) => touched.has(path) && paths.has(path));
    return fields.length === 0 ? [] : [{ entry, fields }];
  });
  if (conflicts.length > 0 && !options.force) return fail(conflictError(conflicts));
  const taken = new Set(conflicts.flatMap(({ fields }) => fields));
  const left = others.map((entry) => without(entry, taken));
  return succeed(withEntries(object, [...left, findManagedEntry(writer, 'Apply', paths, mine, touched.size > 0)]));
}

/** Returns the metadata that a field manager can own. */
function ownMetadata(metadata: unknown): JsonObject {
  if (!isJsonObject(metadata)) return {};
  const {
    uid: _uid,
    resourceVersion: _version,
    generation: _generation,
    creationTimestamp: _created,
    managedFields: _managed,
    name: _name,
    namespace: _namespace,
    ...rest
  } = metadata;
  return rest;
}

/**
 * Returns the metadata fields that an apply can set. Fields that the object doesn't have are undefined, so that they
 * are removed.
 */
function labelsOf({ metadata }: JsonObject): JsonObject {
  const { labels, annotations, finalizers, ownerReferences } = isJsonObject(metadata) ? metadata : {};
  return { labels, annotations, finalizers, ownerReferences };
}

function mergedValue(live: unknown, wanted: unknown, schema: Schema | undefined): unknown {
  if (isJsonObject(live) && isJsonObject(wanted) && schema?.['x-kubernetes-map-type'] !== 'atomic') {
    const result: Record<string, unknown> = { ...live };
    for (const [field, value] of Object.entries(wanted))
      result[field] = Object.hasOwn(live, field)
        ? mergedValue(live[field], value, findFieldSchema(schema, field))
        : value;
    return result;
  }
  if (!Array.isArray(live) || !Array.isArray(wanted)) return wanted;
  const keys = listKeys(schema);
  if (keys.kind === 'atomic') return wanted;
  const keyOf = (item: unknown): unknown => (keys.kind === 'set' ? item : itemKey(keys.keys, item, schema));
  const present = live.map((item: unknown) => {
    const same = wanted.find((other: unknown) => isSameJson(keyOf(item), keyOf(other)));
    return same === undefined ? item : mergedValue(item, same, schema?.items);
  });
  const added = wanted.filter((item: unknown) => !live.some((other: unknown) => isSameJson(keyOf(item), keyOf(other))));
  return [...present, ...added];
}

/** Removes the field at a path and all mappings that become empty. */
function removed(value: unknown, elements: readonly string[], schema: Schema | undefined): unknown {
  const [element = '', ...rest] = elements;
  const name = element.slice(2);
  if (element.startsWith('f:')) {
    if (!isJsonObject(value) || !Object.hasOwn(value, name)) return value;
    const { [name]: inner, ...others } = value;
    if (rest.length === 0) return others;
    const next = removed(inner, rest, findFieldSchema(schema, name));
    const isEmpty =
      (isJsonObject(next) && Object.keys(next).length === 0 && name !== 'metadata') ||
      (Array.isArray(next) && next.length === 0);
    return isEmpty ? others : { ...value, [name]: next };
  }
  if (!Array.isArray(value)) return value;
  const key: unknown = JSON.parse(name);
  const keys = listKeys(schema);
  const isMeant = (item: unknown): boolean =>
    isSameJson(keys.kind === 'map' ? itemKey(keys.keys, item, schema) : item, key);
  return rest.length === 0
    ? value.filter((item: unknown) => !isMeant(item))
    : value.map((item: unknown) => (isMeant(item) ? removed(item, rest, schema?.items) : item));
}

function conflictError(
  conflicts: readonly { readonly entry: ManagedFieldsEntry; readonly fields: readonly string[] }[],
): ApiError {
  const who = ({ manager, apiVersion, operation, subresource }: ManagedFieldsEntry): string =>
    `${JSON.stringify(manager)}${subresource === undefined ? '' : ` with subresource ${JSON.stringify(subresource)}`}${operation === 'Apply' ? '' : ` using ${apiVersion}`}`;
  const causes: ErrorCause[] = conflicts.flatMap(({ entry, fields }) =>
    fields.map((path) => ({
      reason: 'FieldManagerConflict',
      message: `conflict with ${who(entry)}`,
      field: pathText(path),
    })),
  );
  const [first] = causes;
  const lines = conflicts.map(
    ({ entry, fields }) => `conflicts with ${who(entry)}:\n${fields.map((path) => `- ${pathText(path)}`).join('\n')}`,
  );
  const words =
    causes.length === 1 && first !== undefined ? `${first.message}: ${first.field ?? ''}` : lines.join('\n');
  return {
    code: 409,
    reason: 'Conflict',
    message: `Apply failed with ${causes.length} conflict${causes.length === 1 ? '' : 's'}: ${words}`,
    details: { causes },
  };
}
