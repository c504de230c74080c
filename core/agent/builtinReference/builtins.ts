/** Which built-in functions the guest has. */
import * as l10n from '@vscode/l10n';
import type { BuiltinInfo } from './builtin.ts';
import type { Guest } from '../guests.ts';
import { type MissingFamily, missingFamilyOf } from './missingBuiltins.ts';
import { encodingBuiltins, regexBuiltins, stringBuiltins } from './textBuiltins.ts';
import { collectionBuiltins, numberBuiltins, typeBuiltins } from './valueBuiltins.ts';

/** All that any guest has. */
export const builtinCatalog: readonly BuiltinInfo[] = [
  ...stringBuiltins,
  ...regexBuiltins,
  ...collectionBuiltins,
  ...numberBuiltins,
  ...typeBuiltins,
  ...encodingBuiltins,
];

const byName = new Map(builtinCatalog.map((builtin) => [builtin.name, builtin]));

/** The built-in of this name, whichever guest has it. */
export function builtinNamed(name: string): BuiltinInfo | undefined {
  return byName.get(name);
}

/** Whether a guest has it; 'depends' where its engine is not known. */
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

/** What there is to say of a function that a policy calls. */
export type BuiltinStanding =
  | { readonly state: 'available'; readonly builtin: BuiltinInfo }
  /** This guest may have it or not; or it surely has it not, but later ones have. */
  | { readonly state: 'depends' | 'later'; readonly builtin: BuiltinInfo; readonly why: string }
  /** OPA has it, no guest has. */
  | { readonly state: 'missing'; readonly family: MissingFamily }
  | { readonly state: 'unknown' };

/** How a function stands with a guest. */
export function getBuiltinAvailability(name: string, guest: Pick<Guest, 'engines'>): BuiltinStanding {
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
