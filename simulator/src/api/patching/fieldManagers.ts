/** Tracks field ownership in `metadata.managedFields` of written objects. Pure functions. */
import type { Schema } from '#simulator/resources/schema.ts';
import type { KubeObject, ManagedFieldsEntry } from '#simulator/store/kubeObject.ts';
import type { ResourceType } from '#simulator/store/resourceType.ts';
import { compared, collectOwnedFields, fromFieldsV1, toFieldsV1 } from './fieldSet.ts';
import type { FieldPaths } from './fieldSet.ts';

/** The field manager and the details of its write. */
export interface Writer {
  readonly manager: string;
  readonly apiVersion: string;
  readonly subresource: string | undefined;
  readonly now: string;
}

/** Returns the valid `managedFields` entries of an object. In a write request, clients can change or remove entries. */
export function entriesOf(object: {
  readonly metadata: { readonly managedFields?: readonly ManagedFieldsEntry[] | undefined };
}): readonly ManagedFieldsEntry[] {
  const entries: unknown = object.metadata.managedFields;
  return Array.isArray(entries)
    ? (entries as readonly ManagedFieldsEntry[]).filter(
        (entry) => typeof entry === 'object' && typeof entry.manager === 'string',
      )
    : [];
}

export function isSameWriter(
  entry: ManagedFieldsEntry,
  writer: Writer,
  operation: ManagedFieldsEntry['operation'],
): boolean {
  const isSame =
    entry.manager === writer.manager && entry.operation === operation && entry.subresource === writer.subresource;
  return isSame && (operation === 'Apply' || entry.apiVersion === writer.apiVersion);
}

/**
 * Returns the entry of a field manager. Returns undefined if it owns no fields. The time changes if the manager changes
 * the value of a field, even if it already owned this field. Source:
 * kubernetes/kubernetes@121460defea7874f50c64bb8de51018a86c6eef3
 * staging/src/k8s.io/apimachinery/pkg/util/managedfields/internal/managedfieldsupdater.go.
 * @param hasChanged true if the write changed the value of a field
 */
export function findManagedEntry(
  writer: Writer,
  operation: ManagedFieldsEntry['operation'],
  paths: FieldPaths,
  old: ManagedFieldsEntry | undefined,
  hasChanged: boolean,
): ManagedFieldsEntry | undefined {
  if (paths.size === 0) return undefined;
  const fieldsV1 = toFieldsV1(paths);
  const isSame =
    !hasChanged &&
    old !== undefined &&
    JSON.stringify(old.fieldsV1) === JSON.stringify(fieldsV1) &&
    old.apiVersion === writer.apiVersion;
  const time = isSame ? old.time : writer.now;
  return {
    manager: writer.manager,
    operation,
    apiVersion: writer.apiVersion,
    ...(time === undefined ? {} : { time }),
    fieldsType: 'FieldsV1',
    fieldsV1,
    ...(writer.subresource === undefined ? {} : { subresource: writer.subresource }),
  };
}

/** Returns an entry without the given fields. Returns undefined if no fields remain. */
export function without(entry: ManagedFieldsEntry, paths: FieldPaths): ManagedFieldsEntry | undefined {
  const present = fromFieldsV1(entry.fieldsV1);
  const left = new Set([...present].filter((path) => !paths.has(path)));
  if (left.size === present.size) return entry;
  return left.size === 0 ? undefined : { ...entry, fieldsV1: toFieldsV1(left) };
}

/** Returns the object with these entries in the order of the API server: Apply before Update, each by time. */
export function withEntries(object: KubeObject, entries: readonly (ManagedFieldsEntry | undefined)[]): KubeObject {
  const kept = entries.filter((entry) => entry !== undefined);
  const order = ({ operation, time, manager }: ManagedFieldsEntry): string => `${operation}/${time ?? ''}/${manager}`;
  const sorted = kept.sort((one, other) => (order(one) < order(other) ? -1 : 1));
  const { managedFields: _managedFields, ...metadata } = object.metadata;
  return { ...object, metadata: sorted.length === 0 ? metadata : { ...metadata, managedFields: sorted } };
}

/**
 * Returns the object after a create, update, or patch. The writer takes ownership of the changed fields from other
 * field managers.
 */
export function afterUpdate(
  next: KubeObject,
  old: KubeObject | undefined,
  schema: Schema | undefined,
  writer: Writer,
  { status: hasStatus, custom }: ResourceType,
): KubeObject {
  const statusOnly = writer.subresource === 'status';
  const withStatus = statusOnly || !hasStatus;
  // Go writes the structs of built-in kinds even if they are empty, so they don't count as new.
  const containers = custom ? 'all' : 'undeclared';
  const after = collectOwnedFields(next, schema, withStatus, statusOnly, containers);
  const before =
    old === undefined ? new Map<string, string>() : collectOwnedFields(old, schema, withStatus, statusOnly, containers);
  const { added, modified, removed } = compared(before, after);
  const entries = entriesOf(next);
  const mine = entries.find((entry) => isSameWriter(entry, writer, 'Update'));
  const owned = new Set(
    [...(mine === undefined ? [] : fromFieldsV1(mine.fieldsV1)), ...added, ...modified].filter(
      (path) => !removed.has(path),
    ),
  );
  const lost = new Set([...modified, ...removed]);
  const others = entries
    .filter((entry) => entry !== mine)
    .map((entry) => (statusOnly || entry.subresource === undefined || lost.size > 0 ? without(entry, lost) : entry));
  const hasChanged = added.size > 0 || modified.size > 0;
  return withEntries(next, [...others, findManagedEntry(writer, 'Update', owned, mine, hasChanged)]);
}
