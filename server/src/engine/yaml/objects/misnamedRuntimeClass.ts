/** Names of runtime classes that are meant to be those of OSC and are not. */
import { distance } from 'fastest-levenshtein';
import { misnamedRuntimeClass, knownRuntimeClasses, runtimeClassNamed } from '#core/product/runtimeClasses.ts';

/** The fault of a name. */
export interface RuntimeClassFault {
  readonly meant?: string;
  /** Nothing else can be meant. */
  readonly sure: boolean;
  /** OSC certainly does not make it, and hardly anybody else would. */
  readonly certain: boolean;
  /** A slip of the pen in a name of OSC; otherwise it may be the name of somebody else's class. */
  readonly slip: boolean;
  readonly why?: string;
}

const released = knownRuntimeClasses.filter(({ unverified }) => unverified !== true);
const letters = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, '');

/** The fault of a name; undefined for right names and for those of other software. */
export function findRuntimeClassProblem(name: string): RuntimeClassFault | undefined {
  if (name === '' || runtimeClassNamed(name) !== undefined) return undefined;
  const misnamed = misnamedRuntimeClass(name);
  const same = released.find((known) => letters(known.name) === letters(name));
  // A name that the API server would take may be somebody's class after all.
  const why = misnamed === undefined ? {} : { why: misnamed.why() };
  if (same !== undefined) return { meant: same.name, sure: true, certain: true, slip: true, ...why };
  if (misnamed !== undefined)
    return {
      sure: false,
      certain: true,
      slip: name !== 'kata-qemu',
      ...why,
      ...(misnamed.instead === undefined ? {} : { meant: misnamed.instead }),
    };
  const near = released.find((known) => isSlip(name.toLowerCase(), known.name));
  if (near !== undefined) return { meant: near.name, sure: false, certain: true, slip: true };
  if (!/^kata/i.test(name)) return undefined;
  const handled = released.find(({ handlers }) => handlers.includes(name));
  return { sure: false, certain: false, slip: false, ...(handled === undefined ? {} : { meant: handled.name }) };
}

/** True for a class of somebody else: then annotations and all else of the pod are nobody's business here. */
export function isForeignClass(name: string | undefined): boolean {
  return (
    name !== undefined &&
    name !== '' &&
    runtimeClassNamed(name) === undefined &&
    findRuntimeClassProblem(name) === undefined
  );
}

/**
 * Two letters wrong in a long name, or letters swapped in a short one. A longer name (`kata-remote2`) is another name.
 */
function isSlip(written: string, known: string): boolean {
  if (!written.startsWith('k') || written.startsWith(known)) return false;
  return known.length < 9 ? sorted(written) === sorted(known) : distance(written, known) <= 2;
}

function sorted(name: string): string {
  return Array.from(name).toSorted().join('');
}
