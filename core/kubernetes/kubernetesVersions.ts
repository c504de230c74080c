/** Determines the Kubernetes versions of the clusters on which an OSC release runs. */
import { findOpenShiftSupport } from '../product/openShiftSupport.ts';
import { coveredMinors } from './tables.ts';

/** A range of Kubernetes minor versions, such as 31 to 34 for Kubernetes 1.31 to 1.34. */
export interface KubernetesRange {
  readonly first: number;
  readonly last: number;
}

/**
 * The Kubernetes minor version minus the OpenShift minor version: OpenShift 4.14 contains Kubernetes 1.27, and each
 * later version contains the next one.
 * Source: openshift/api, release branches with their k8s.io/api versions in go.mod.
 */
export const openShiftOffset = 13;

/**
 * Returns the Kubernetes versions to check for: that of a cluster, otherwise those of the OpenShift versions that a
 * release supports. Returns all versions in the tables if the supported versions aren't known.
 * @param release an OSC release, such as `1.12`
 * @param openShift the OpenShift version of the cluster that the user selected, such as `4.21.9`
 */
export function kubernetesRange(release: string, openShift?: string): KubernetesRange {
  const cluster = openShift === undefined ? undefined : findMinor(openShift);
  if (cluster !== undefined) return { first: cluster, last: cluster };
  const known = ranges.get(release) ?? rangeOfRelease(release);
  ranges.set(release, known);
  return known;
}

/** Cached ranges by release. Checks need the range for every object. */
const ranges = new Map<string, KubernetesRange>();

function rangeOfRelease(release: string): KubernetesRange {
  const minors = (findOpenShiftSupport(release)?.first ?? []).flatMap((version) => findMinor(version) ?? []);
  return minors.length === 0
    ? { first: coveredMinors.oldest, last: coveredMinors.newest }
    : { first: Math.min(...minors), last: Math.max(...minors) };
}

function findMinor(openShift: string): number | undefined {
  const [major, minor] = openShift.split('.').map(Number);
  return major === 4 && Number.isInteger(minor) ? (minor ?? 0) + openShiftOffset : undefined;
}
