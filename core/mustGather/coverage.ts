/** Of which namespaces a must-gather contains the Kata pods. Without this record, a must-gather without Kata pods doesn't tell whether the cluster had any. */
import { listAt, stringAt } from '../json.ts';

export interface WorkloadCoverage {
  /** `all`: every Kata pod of the cluster is in it. `some`: those of the namespaces that could be read. */
  readonly namespaces: 'all' | 'some';
  /** Namespaces whose pods the user may not list. */
  readonly notAllowed: readonly string[];
  /** Namespaces whose pods couldn't be listed for another reason. */
  readonly failed: readonly string[];
}

/** The maximum number of namespaces that the record names. */
const mostNames = 1000;
const longestName = 63;

/** Writes the record that `readCoverage` reads. */
export function coverageText({ namespaces, notAllowed, failed }: WorkloadCoverage): string {
  return `${JSON.stringify({ version: 1, namespaces, notAllowed: notAllowed.slice(0, mostNames), failed: failed.slice(0, mostNames) }, undefined, 2)}\n`;
}

/** Reads the record of a must-gather, whose text can be anybody's. Returns undefined if it isn't one. */
export function readCoverage(text: string): WorkloadCoverage | undefined {
  let raw: unknown;
  try {
    raw = JSON.parse(text);
  } catch {
    return undefined;
  }
  const namespaces = stringAt(raw, 'namespaces');
  if (namespaces !== 'all' && namespaces !== 'some') return undefined;
  return { namespaces, notAllowed: namesIn(raw, 'notAllowed'), failed: namesIn(raw, 'failed') };
}

function namesIn(raw: unknown, field: string): readonly string[] {
  return listAt(raw, field)
    .slice(0, mostNames)
    .flatMap((name) => (typeof name === 'string' && name.length <= longestName && /^[a-z0-9][a-z0-9.-]*$/.test(name) ? name : []));
}
