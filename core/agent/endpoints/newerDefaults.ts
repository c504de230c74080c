/**
 * Lists rules that genpolicy added to its policies, with the Kata version. A policy without them is older than this
 * version, and an agent that sends these requests to it reports an error. Sources:
 * kata-containers/kata-containers@411f8cf5, @f4906846, @5c02ef13 src/tools/genpolicy/rules.rego.
 */

import { compareKataVersions } from '../../annotations/kataVersions.ts';

/** A rule that policies of earlier versions lack. */
interface NewerDefault {
  readonly name: string;
  readonly kata: string;
}

/** The rules in the order of their versions. The two without `Request` have the names of configuration messages. */
export const newerDefaults: readonly NewerDefault[] = [
  { name: 'GetDiagnosticDataRequest', kata: '3.29.0' },
  { name: 'MemAgentCompactConfig', kata: '4.0.0' },
  { name: 'MemAgentMemcgConfig', kata: '4.0.0' },
  { name: 'AddSwapPathRequest', kata: '4.0.0' },
  { name: 'GetIPTablesRequest', kata: '4.0.0' },
  { name: 'GetMetricsRequest', kata: '4.0.0' },
  { name: 'ResizeVolumeRequest', kata: '4.0.0' },
  { name: 'SetIPTablesRequest', kata: '4.0.0' },
  { name: 'VolumeStatsRequest', kata: '4.0.0' },
];

/** Error of an agent whose policy has no rule for a request. */
const noRule = 'unexpected eval_query result len';

/** Returns whether the error of an agent means that its policy has no rule for the request. */
export function meansMissingRule(error: string): boolean {
  return error.includes(noRule);
}

/**
 * Returns the names of rules that policies of earlier Kata versions lack.
 * @param has whether the policy has a rule; by default, it has none of these
 * @param version Kata version whose policies have the rules. Undefined for all known versions
 */
export function listMissingDefaults(has: (name: string) => boolean = () => false, version?: string): readonly string[] {
  return newerDefaults
    .filter(({ kata }) => version === undefined || compareKataVersions(version, kata) >= 0)
    .map(({ name }) => name)
    .filter((name) => !has(name));
}
