/** Determines the Kubernetes versions of the clusters on which an OSC release runs. */
import { findOpenShiftSupport, hasCompleteCatalogs, listCatalogVersions } from '../product/openShiftSupport.ts';
import { findRelease, newestRelease } from '../product/releases.ts';
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
 * release supports or, without documentation, those of the OpenShift versions that offer it. Returns all versions in
 * the tables if neither is known. For a preview, returns the versions from the oldest one of the newest release.
 * @param release an OSC release, such as `1.12`
 * @param cluster the cluster that the user selected: its OpenShift version, such as `4.21.9`, or, without OpenShift,
 *   its Kubernetes version, such as `v1.34.1`
 */
export function kubernetesRange(
  release: string,
  { openShift, kubernetes }: { readonly openShift?: string | undefined; readonly kubernetes?: string | undefined } = {},
): KubernetesRange {
  const cluster = openShift === undefined ? findKubernetesMinor(kubernetes) : findMinor(openShift);
  if (cluster !== undefined) return { first: cluster, last: cluster };
  const known = ranges.get(release) ?? rangeOfRelease(release);
  ranges.set(release, known);
  return known;
}

/** Cached ranges by release. Checks need the range for every object. */
const ranges = new Map<string, KubernetesRange>();

function rangeOfRelease(release: string): KubernetesRange {
  if (findRelease(release)?.isPreview === true)
    return { first: rangeOfRelease(newestRelease.id).first, last: coveredMinors.newest };
  const minors = listOpenShiftVersions(release).flatMap((version) => findMinor(version) ?? []);
  return minors.length === 0
    ? { first: coveredMinors.oldest, last: coveredMinors.newest }
    : { first: Math.min(...minors), last: Math.max(...minors) };
}

/** Returns the OpenShift versions that a release supports or, without documentation, those that offer it. */
function listOpenShiftVersions(release: string): readonly string[] {
  const documented = findOpenShiftSupport(release)?.first;
  return documented ?? (hasCompleteCatalogs(release) ? listCatalogVersions(release) : []);
}

/** Returns the minor version of Kubernetes, such as 34 for `v1.34.1+k3s1`. */
export function findKubernetesMinor(version: string | undefined): number | undefined {
  const minor = /^v?1\.(\d{1,3})(?![\d])/.exec(version ?? '')?.[1];
  return minor === undefined ? undefined : Number(minor);
}

function findMinor(openShift: string): number | undefined {
  const [major, minor] = openShift.split('.').map(Number);
  return major === 4 && Number.isInteger(minor) ? (minor ?? 0) + openShiftOffset : undefined;
}
