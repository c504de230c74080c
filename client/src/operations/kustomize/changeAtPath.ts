/** Changes values inside an object without changing the original. Doesn't use VS Code. */
import { isJsonObject } from '#core/common/json.ts';

/**
 * Returns a copy in which the values at a path are replaced. Parts that don't exist are skipped.
 * @param path field names. `*` stands for all items of a list
 * @param change returns the new value; undefined removes the field
 */
export function changeAtPath(value: unknown, path: readonly string[], change: (value: unknown) => unknown): unknown {
  const [field, ...rest] = path;
  if (field === undefined) return change(value);
  if (field === '*') return Array.isArray(value) ? value.map((item) => changeAtPath(item, rest, change)) : value;
  if (!isJsonObject(value) || !Object.hasOwn(value, field)) return value;
  return withField(value, field, changeAtPath(value[field], rest, change));
}

/** Does the same as `changeAtPath`, and creates mappings that don't exist. */
export function setAtPath(value: unknown, path: readonly string[], change: (value: unknown) => unknown): unknown {
  const [field, ...rest] = path;
  if (field === undefined) return change(value);
  if (field === '*') return Array.isArray(value) ? value.map((item) => setAtPath(item, rest, change)) : value;
  const map = isJsonObject(value) ? value : {};
  return withField(map, field, setAtPath(Object.hasOwn(map, field) ? map[field] : undefined, rest, change));
}

/** Returns a copy with this field. `__proto__` is treated like any other name. */
export function withField(map: object, field: string, value: unknown): Record<string, unknown> {
  const entries = Object.entries(map).filter(([name, kept]) => name !== field || kept === undefined);
  if (value === undefined) return Object.fromEntries(entries);
  // Keeps the position of an existing field.
  return Object.hasOwn(map, field)
    ? Object.fromEntries(Object.entries(map).map(([name, kept]) => [name, name === field ? value : kept]))
    : Object.fromEntries([...entries, [field, value]]);
}
