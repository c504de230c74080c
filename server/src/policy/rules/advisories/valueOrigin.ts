/**
 * Describes where a value in a policy comes from: a root and the fields that lead to it. Two terms with the same origin
 * have the same value, so that rules don't depend on the names of variables.
 */

/** Root and fields, such as `input`, `OCI`, `Mounts`. An element of a list has a field that starts with `*`. */
export type ValueOrigin = readonly string[];

/** The request that the agent evaluates. */
export const inputOrigin: ValueOrigin = ['input'];
/** The data that genpolicy appends to its rules. */
export const policyDataOrigin: ValueOrigin = ['policy_data'];
/** The package documents. Its fields are packages. */
export const dataOrigin: ValueOrigin = ['data'];

/** Maximum number of fields. Longer paths only occur in hand-written loops of aliases. */
const maxFields = 30;

/** Returns the origin of a field. Returns undefined if it has too many fields. */
export function fieldOf(origin: ValueOrigin, ...fields: readonly string[]): ValueOrigin | undefined {
  return origin.length + fields.length > maxFields ? undefined : [...origin, ...fields];
}

/** Returns the field that stands for the element of a list. Elements with the same ID are the same element. */
export function elementField(id: string): string {
  return `*${id}`;
}

/** Returns whether the value is an element of a list, or a field whose name isn't constant. */
export function isElement(origin: ValueOrigin): boolean {
  return origin.length > 1 && origin.at(-1)?.startsWith('*') === true;
}

/** Returns whether two terms with these origins have the same value. */
export function isSameOrigin(one: ValueOrigin | undefined, other: ValueOrigin): boolean {
  return one?.length === other.length && one.every((field, index) => field === other[index]);
}

/** Returns whether a value is another value, or a part of it. */
export function isWithin(origin: ValueOrigin, whole: ValueOrigin): boolean {
  return origin.length >= whole.length && whole.every((field, index) => field === origin[index]);
}

/** Returns a key that is equal for equal origins. */
export function originKey(origin: ValueOrigin | undefined): string {
  return origin === undefined ? '' : JSON.stringify(origin);
}
