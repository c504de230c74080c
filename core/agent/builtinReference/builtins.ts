/** Lists the built-in functions of the guest's policy engine. */
import * as l10n from '@vscode/l10n';
import type { BuiltinInfo } from './builtin.ts';
import type { Guest } from '../guests.ts';
import { type MissingFamily, missingFamilyOf } from './missingBuiltins.ts';
import { encodingBuiltins, regexBuiltins, stringBuiltins } from './textBuiltins.ts';
import { collectionBuiltins, numberBuiltins, typeBuiltins } from './valueBuiltins.ts';

/** All built-in functions that at least one guest has. */
export const builtinCatalog: readonly BuiltinInfo[] = [
  ...stringBuiltins,
  ...regexBuiltins,
  ...collectionBuiltins,
  ...numberBuiltins,
  ...typeBuiltins,
  ...encodingBuiltins,
];

const byName = new Map(builtinCatalog.map((builtin) => [builtin.name, builtin]));

/** Returns the built-in function with this name, regardless of which guests have it. */
export function builtinNamed(name: string): BuiltinInfo | undefined {
  return byName.get(name);
}

/** Returns whether a guest has the function. Returns 'depends' if that differs between its possible engines. */
export function isAvailableIn(
  { needs, newEnginesOnly }: BuiltinInfo,
  guest: Pick<Guest, 'engines'>,
): boolean | 'depends' {
  const has = guest.engines.map(
    (engine) => (needs !== 'base64' || engine.base64) && (newEnginesOnly !== true || engine.dialect === 'v1'),
  );
  if (has.every((one) => one)) return true;
  return has.some((one) => one) ? 'depends' : false;
}

/** Availability of a function that a policy calls. */
export type BuiltinAvailability =
  | { readonly state: 'available'; readonly builtin: BuiltinInfo }
  /** `depends`: this guest might not have the function. `later`: this guest doesn't have it, but later ones do. */
  | { readonly state: 'depends' | 'later'; readonly builtin: BuiltinInfo; readonly why: string }
  /** OPA has the function, but no guest has it. */
  | { readonly state: 'missing'; readonly family: MissingFamily }
  | { readonly state: 'unknown' };

/** Returns the availability of a function in a guest. */
export function getBuiltinAvailability(name: string, guest: Pick<Guest, 'engines'>): BuiltinAvailability {
  const builtin = byName.get(name);
  if (builtin === undefined) {
    const family = missingFamilyOf(name);
    return family === undefined ? { state: 'unknown' } : { state: 'missing', family };
  }
  const available = isAvailableIn(builtin, guest);
  if (available === true) return { state: 'available', builtin };
  const why =
    builtin.needs === 'base64'
      ? l10n.t`Available in guests with Kata 3.28 and later.`
      : l10n.t`Confirmed to be available in guests with Kata 3.30 and later.`;
  return { state: available === 'depends' ? 'depends' : 'later', builtin, why };
}
