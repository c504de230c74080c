/**
 * Lists the OpenShift versions and architectures that the documentation of an OSC release supports. Covers only OSC
 * 1.12, because the documentation of other releases wasn't evaluated. Source: OSC 1.12 §1.2, tables 1.1 and 1.2
 * (without GPU).
 */
import { compareVersions, versionNumbers } from '../common/versions.ts';

export interface OpenShiftSupport {
  /** OSC release, such as `1.12`. */
  readonly release: string;
  /** Oldest supported version. */
  readonly least: string;
  /** First supported patch version of each minor version. */
  readonly first: readonly string[];
  /** Architectures with their Kubernetes names. */
  readonly architectures: readonly string[];
  readonly source: string;
}

export const openShiftSupport: readonly OpenShiftSupport[] = [
  {
    release: '1.12',
    least: '4.18.38',
    first: ['4.18.38', '4.19.28', '4.20.18', '4.21.9'],
    architectures: ['amd64', 's390x'],
    source: 'OSC 1.12 §1.2',
  },
];

/**
 * OpenShift versions whose catalog contains an OSC release. An entry shows only that OLM offers the release there, not
 * that it's supported. Source: openshift/sandboxed-containers-operator@7c2051d7 fbc/v4.16, @097234a0 fbc/v4.17,
 * @466ab7f4 fbc/v4.19, @2399d1c0 fbc/v4.22 (catalog-template.yaml), #1209 (1.10 for 4.20), #2306 (1.12 for 4.18 and
 * 4.21), #2502 and #2563 (1.13); OSC 1.12 §1.2 (1.12 for 4.19 and 4.20).
 */
const catalogVersions: Readonly<Record<string, readonly string[]>> = {
  '1.10': ['4.16', '4.17', '4.19', '4.20'],
  '1.11': ['4.19'],
  '1.12': ['4.18', '4.19', '4.20', '4.21', '4.22'],
  '1.13': ['4.19', '4.20', '4.21', '4.22'],
};

/** Releases for which the catalogs of all supported OpenShift versions were read, and not only some. */
const completeCatalogs: ReadonlySet<string> = new Set(['1.12', '1.13']);

/** Returns whether the catalogs of all supported OpenShift versions were read for a release. */
export function hasCompleteCatalogs(release: string): boolean {
  return completeCatalogs.has(release);
}

/** Returns the OpenShift versions whose catalog contains a release, or an empty list if they aren't known. */
export function listCatalogVersions(release: string): readonly string[] {
  return Object.hasOwn(catalogVersions, release) ? (catalogVersions[release] ?? []) : [];
}

export function findOpenShiftSupport(release: string): OpenShiftSupport | undefined {
  return openShiftSupport.find((one) => one.release === release);
}

/**
 * `listed`: the version is supported. `early`: its minor version is supported in a later patch version. `old`: older
 * than all supported versions. `newer`: its minor version isn't in the table. `unreadable`: the version is invalid.
 */
export type OpenShiftFit = 'listed' | 'early' | 'old' | 'newer' | 'unreadable';

export function openShiftFit(version: string, { least, first }: OpenShiftSupport): OpenShiftFit {
  const found = versionNumbers(version);
  const oldest = versionNumbers(least);
  if (found === undefined || oldest === undefined) return 'unreadable';
  if (compareVersions(found, oldest) < 0) return 'old';
  const minors = first.flatMap((one) => versionNumbers(one) ?? []);
  const own = minors.find(({ major, minor }) => major === found.major && minor === found.minor);
  if (own === undefined) return 'newer';
  return compareVersions(found, own) >= 0 ? 'listed' : 'early';
}

/**
 * Returns the first supported patch version for the minor version of an OpenShift version, such as `4.21.9` for `4.21`.
 * Returns undefined if the table doesn't contain the minor version.
 */
export function firstOfMinor(
  version: string,
  { first }: OpenShiftSupport,
): { readonly from: string; readonly minor: string } | undefined {
  const found = versionNumbers(version);
  const from = first.find((one) => {
    const numbers = versionNumbers(one);
    return numbers !== undefined && numbers.major === found?.major && numbers.minor === found.minor;
  });
  return from === undefined || found === undefined ? undefined : { from, minor: `${found.major}.${found.minor}` };
}

/**
 * Returns the version that an unsupported OpenShift version must be updated to. Returns undefined if the version is
 * supported or its support is unknown.
 */
export function requiredVersion(version: string, support: OpenShiftSupport): string | undefined {
  const fit = openShiftFit(version, support);
  if (fit === 'early') return firstOfMinor(version, support)?.from ?? support.least;
  return fit === 'old' ? support.least : undefined;
}
