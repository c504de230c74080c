/** The built-in functions of the guest's policy engine. */
import { arithmetic } from './arithmetic.ts';
import type { BuiltinFunction, BuiltinTable } from './builtin.ts';
import { collections } from './collections.ts';
import { base64, json } from './encoding.ts';
import { objectBuiltins } from './objects.ts';
import { regex } from './regex.ts';
import { stringBuiltinFunctions } from './strings.ts';
import { types } from './types.ts';

export type { BuiltinFunction, BuiltinTable } from './builtin.ts';

const always: BuiltinTable = {
  ...arithmetic,
  ...collections,
  ...json,
  ...objectBuiltins,
  ...regex,
  ...stringBuiltinFunctions,
  ...types,
};

/** All built-in functions that any guest has. */
export const builtinFunctions: ReadonlyMap<string, BuiltinFunction> = new Map(Object.entries({ ...always, ...base64 }));

/**
 * Name of the `print` function. The evaluator handles calls of it, because it accepts any number of arguments,
 * including undefined ones.
 */
const printName = 'print';

export interface GuestBuiltins {
  /** True if the guest has `base64.*` and `base64url.*`, which require Kata 3.28 or later. */
  readonly base64: boolean;
}

/** Returns the names of the guest's built-in functions, including `print`. */
export const listGuestBuiltins = (guest: GuestBuiltins): ReadonlySet<string> =>
  new Set([...Object.keys(always), ...(guest.base64 ? Object.keys(base64) : []), printName]);
