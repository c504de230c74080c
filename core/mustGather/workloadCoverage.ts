/**
 * Records the namespaces whose Kata pods a must-gather contains. Without this record, a must-gather without Kata pods
 * doesn't show whether the cluster had any.
 */
import { getBoolean, getList, getString } from '../common/json.ts';

export interface WorkloadCoverage {
  /** True if the must-gather also contains all failing pods of the platform namespaces. */
  readonly platform?: true;
  /** `all`: contains every Kata pod of the cluster. `some`: contains those of the readable namespaces. */
  readonly namespaces: 'all' | 'some';
  /** Namespaces in which the user doesn't have permission to list pods. */
  readonly notAllowed: readonly string[];
  /** Namespaces whose pods couldn't be listed for another reason. */
  readonly failed: readonly string[];
}

/** Maximum number of namespaces that the record names. */
const mostNames = 1000;
const longestName = 63;

/** Renders the record, which `readCoverage` parses. */
export function coverageText({ platform, namespaces, notAllowed, failed }: WorkloadCoverage): string {
  const record = {
    version: 1,
    ...(platform === undefined ? {} : { platform }),
    namespaces,
    notAllowed: notAllowed.slice(0, mostNames),
    failed: failed.slice(0, mostNames),
  };
  return `${JSON.stringify(record, undefined, 2)}\n`;
}

/** Parses the record of a must-gather, which can come from an untrusted source. Returns undefined if it is invalid. */
export function readCoverage(text: string): WorkloadCoverage | undefined {
  let raw: unknown;
  try {
    raw = JSON.parse(text);
  } catch {
    return undefined;
  }
  const namespaces = getString(raw, 'namespaces');
  if (namespaces !== 'all' && namespaces !== 'some') return undefined;
  const platform = getBoolean(raw, 'platform') === true ? { platform: true as const } : {};
  return { ...platform, namespaces, notAllowed: namesIn(raw, 'notAllowed'), failed: namesIn(raw, 'failed') };
}

function namesIn(raw: unknown, field: string): readonly string[] {
  return getList(raw, field)
    .slice(0, mostNames)
    .flatMap((name) =>
      typeof name === 'string' && name.length <= longestName && /^[a-z0-9][a-z0-9.-]*$/.test(name) ? name : [],
    );
}
