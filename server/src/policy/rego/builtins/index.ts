/** The built-in functions of the guest's engine. */
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

/** All that any guest has. */
export const builtinFunctions: ReadonlyMap<string, BuiltinFunction> = new Map(Object.entries({ ...always, ...base64 }));

/** `print` takes any number of arguments, also undefined ones, so that the evaluator does it itself. */
const printName = 'print';

export interface GuestBuiltins {
  /** Guests from kata 3.28 on have `base64.*` and `base64url.*`. */
  readonly base64: boolean;
}

/** The names of the built-ins that a guest has, `print` among them. */
export const listGuestBuiltins = (guest: GuestBuiltins): ReadonlySet<string> =>
  new Set([...Object.keys(always), ...(guest.base64 ? Object.keys(base64) : []), printName]);
