/** Reads untrusted values of unknown structure. */

export interface JsonObject {
  readonly [field: string]: unknown;
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the map at a path, or an empty map if there is none. */
export function getMap(value: unknown, ...path: readonly string[]): JsonObject {
  const found = getValue(value, ...path);
  return isJsonObject(found) ? found : {};
}

export function getList(value: unknown, ...path: readonly string[]): readonly unknown[] {
  const found = getValue(value, ...path);
  return Array.isArray(found) ? found : [];
}

export function getString(value: unknown, ...path: readonly string[]): string | undefined {
  const found = getValue(value, ...path);
  return typeof found === 'string' ? found : undefined;
}

export function getNumber(value: unknown, ...path: readonly string[]): number | undefined {
  const found = getValue(value, ...path);
  return typeof found === 'number' ? found : undefined;
}

/** Returns the value at a path. Reads only own properties, so `constructor` isn't found. */
export function getValue(value: unknown, ...path: readonly string[]): unknown {
  let here: unknown = value;
  for (const step of path) {
    if (!isJsonObject(here) || !Object.hasOwn(here, step)) return undefined;
    here = here[step];
  }
  return here;
}

export function getBoolean(value: unknown, ...path: readonly string[]): boolean | undefined {
  const found = getValue(value, ...path);
  return typeof found === 'boolean' ? found : undefined;
}

/** Returns the strings of a list and omits all other items. */
export function getStrings(value: unknown, ...path: readonly string[]): readonly string[] {
  return getList(value, ...path).filter((item) => typeof item === 'string');
}

/** Returns the fields of a map that are strings, as in labels and annotations. */
export function getStringMap(value: unknown, ...path: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(getMap(value, ...path)).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

/** The same type with optional fields instead of fields that can be `undefined`. */
export type WithoutUndefined<T> = {
  readonly [Field in keyof T as undefined extends T[Field] ? never : Field]: T[Field];
} & {
  readonly [Field in keyof T as undefined extends T[Field] ? Field : never]?: Exclude<T[Field], undefined>;
};

/** Returns the fields without those that are `undefined`. */
export function omitUndefined<T extends object>(fields: T): WithoutUndefined<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as WithoutUndefined<T>;
}

/** Returns true if two values are the same JSON. The order of keys is ignored. */
export function isSameJson(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false;
  if (Array.isArray(left) || Array.isArray(right)) {
    return (
      Array.isArray(left) &&
      Array.isArray(right) &&
      left.length === right.length &&
      left.every((item, index) => isSameJson(item, right[index]))
    );
  }
  const one = Object.entries(left).filter(([, value]) => value !== undefined);
  const other = Object.entries(right).filter(([, value]) => value !== undefined);
  return (
    one.length === other.length &&
    one.every(([key, value]) => Object.hasOwn(right, key) && isSameJson(value, getValue(right, key)))
  );
}

/** Maximum number of levels of an API object. No API object has more. */
const maxDepth = 200;

/** Returns whether a value is nested more deeply than any API object. */
export function isTooDeep(value: unknown): boolean {
  let level: readonly unknown[] = [value];
  for (let depth = 0; depth < maxDepth; depth += 1) {
    level = level
      .flatMap((item) =>
        Array.isArray(item) ? (item as readonly unknown[]) : isJsonObject(item) ? Object.values(item) : [],
      )
      .filter((item) => typeof item === 'object' && item !== null);
    if (level.length === 0) return false;
  }
  return true;
}

/** Returns whether a text is JSON. */
export function isJsonText(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
