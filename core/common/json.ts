/** Reads what came from outside, where nothing is known of a value until it was looked at. */

export interface JsonObject {
  readonly [field: string]: unknown;
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The field of this name when it is a map, else an empty one: for reading what may be missing. */
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

/** What stands there. Own fields only: `constructor` is no field of an object. */
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

/** The texts of a list; what else is in it is left out. */
export function getStrings(value: unknown, ...path: readonly string[]): readonly string[] {
  return getList(value, ...path).filter((item) => typeof item === 'string');
}

/** The fields of a map that are texts, as those of labels and annotations. */
export function getStringMap(value: unknown, ...path: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(getMap(value, ...path)).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

/** A map type without `undefined` among its values: such fields may be missing instead. */
export type WithoutUndefined<T> = {
  readonly [Field in keyof T as undefined extends T[Field] ? never : Field]: T[Field];
} & {
  readonly [Field in keyof T as undefined extends T[Field] ? Field : never]?: Exclude<T[Field], undefined>;
};

/** The fields that have a value: what is not known is left out, not kept as `undefined`. */
export function omitUndefined<T extends object>(fields: T): WithoutUndefined<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as WithoutUndefined<T>;
}
