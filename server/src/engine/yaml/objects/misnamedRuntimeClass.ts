/** Detects misspelled names of OSC runtime classes. */
import { distance } from 'fastest-levenshtein';
import { misnamedRuntimeClass, knownRuntimeClasses, runtimeClassNamed } from '#core/product/runtimeClasses.ts';

/** Problem with a name. */
export interface RuntimeClassFault {
  readonly meant?: string;
  /** True if no other name can be intended. */
  readonly sure: boolean;
  /** True if OSC certainly doesn't create the class and other software probably doesn't either. */
  readonly certain: boolean;
  /** True if the name is a typo of an OSC name. Otherwise, it might be a class of other software. */
  readonly slip: boolean;
  /** Sentence to show instead of "Use `meant`.". */
  readonly advice?: string;
}

const released = knownRuntimeClasses.filter(({ unverified }) => unverified !== true);
const letters = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, '');

/** Returns the problem with a name. Returns undefined for correct names and names of other software. */
export function findRuntimeClassProblem(name: string): RuntimeClassFault | undefined {
  if (name === '' || runtimeClassNamed(name) !== undefined) return undefined;
  const misnamed = misnamedRuntimeClass(name);
  const same = released.find((known) => letters(known.name) === letters(name));
  // A name that the API server accepts might belong to another class after all.
  const advice = misnamed?.advice === undefined ? {} : { advice: misnamed.advice() };
  if (same !== undefined) return { meant: same.name, sure: true, certain: true, slip: true, ...advice };
  if (misnamed !== undefined)
    return {
      sure: false,
      certain: true,
      slip: name !== 'kata-qemu',
      ...advice,
      ...(misnamed.instead === undefined ? {} : { meant: misnamed.instead }),
    };
  const near = released.find((known) => isSlip(name.toLowerCase(), known.name));
  if (near !== undefined) return { meant: near.name, sure: false, certain: true, slip: true };
  if (!/^kata/i.test(name)) return undefined;
  const handled = released.find(({ handlers }) => handlers.includes(name));
  return { sure: false, certain: false, slip: false, ...(handled === undefined ? {} : { meant: handled.name }) };
}

/** Returns whether a class belongs to other software. Annotations and other fields of the pod then aren't checked. */
export function isForeignClass(name: string | undefined): boolean {
  return (
    name !== undefined &&
    name !== '' &&
    runtimeClassNamed(name) === undefined &&
    findRuntimeClassProblem(name) === undefined
  );
}

/**
 * Returns whether a name is a typo: up to two wrong letters in a long name, or swapped letters in a short one. A longer
 * name (`kata-remote2`) is a different name.
 */
function isSlip(written: string, known: string): boolean {
  if (!written.startsWith('k') || written.startsWith(known)) return false;
  return known.length < 9 ? sorted(written) === sorted(known) : distance(written, known) <= 2;
}

function sorted(name: string): string {
  return Array.from(name).toSorted().join('');
}
