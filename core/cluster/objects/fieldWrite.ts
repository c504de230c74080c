/**
 * Determines when a field of an object was last written. Source: Kubernetes meta/v1 ManagedFieldsEntry: `time` is the
 * time of the last change of any field that the manager owns.
 */
import { getList, getString, getValue, isJsonObject } from '#core/common/json.ts';
import { parseTimestamp } from '#core/common/time.ts';

export interface FieldWrite {
  /**
   * Time of the last write by a manager that owns the field, in milliseconds since 1970. The value hasn't changed since
   * then.
   */
  readonly at: number;
  /** True if the manager owns no other field. The value then changed exactly at this time. */
  readonly isExact: boolean;
}

/** Maximum number of managers. Real objects have about ten. */
const mostManagers = 100;

/**
 * Returns the last write of a field, or undefined if no manager owns it.
 * @param path names of the fields, such as `spec`, `paused`
 */
export function lastFieldWrite(raw: unknown, ...path: readonly string[]): FieldWrite | undefined {
  const keys = path.map((name) => `f:${name}`);
  return getList(raw, 'metadata', 'managedFields')
    .slice(0, mostManagers)
    .flatMap((entry): readonly FieldWrite[] => {
      const at = parseTimestamp(getString(entry, 'time'));
      if (at === undefined || getValue(entry, 'fieldsV1', ...keys) === undefined) return [];
      return [{ at, isExact: isOnlyField(getValue(entry, 'fieldsV1'), keys) }];
    })
    .toSorted((one, other) => other.at - one.at)[0];
}

function isOnlyField(fields: unknown, [key, ...rest]: readonly string[]): boolean {
  if (!isJsonObject(fields)) return false;
  // The key `.` represents the map itself.
  const names = Object.keys(fields).filter((name) => name !== '.');
  if (key === undefined) return names.length === 0;
  return names.length === 1 && names[0] === key && isOnlyField(fields[key], rest);
}
