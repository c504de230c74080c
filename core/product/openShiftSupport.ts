/**
 * Which versions of OpenShift and which processors a release of OSC is documented for. Source: OSC 1.12 §1.2, tables
 * 1.1 and 1.2 (without GPU). The documents of other releases were not read for it: of them nothing is said.
 */

export interface OpenShiftSupport {
  /** The OSC release: `1.12`. */
  readonly release: string;
  /** The oldest version that it takes at all. */
  readonly least: string;
  /** Of each minor version, the first that the table names. */
  readonly first: readonly string[];
  /** As Kubernetes calls them. */
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

export function findOpenShiftSupport(release: string): OpenShiftSupport | undefined {
  return openShiftSupport.find((one) => one.release === release);
}

/**
 * `listed`: the table has it; `early`: its minor version is there, from a later one on; `old`: older than all; `newer`:
 * of a minor version after the table.
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
 * Returns the first supported patch version of the minor version of an OpenShift version: `4.21.9` of `4.21`.
 * Undefined: the table lacks that minor version.
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
 * Returns the version that an unsupported OpenShift version must be updated to; undefined if the version is supported,
 * or if that isn't known.
 */
export function requiredVersion(version: string, support: OpenShiftSupport): string | undefined {
  const fit = openShiftFit(version, support);
  if (fit === 'early') return firstOfMinor(version, support)?.from ?? support.least;
  return fit === 'old' ? support.least : undefined;
}

export interface VersionNumbers {
  readonly major: number;
  readonly minor: number;
  readonly patch: number;
  /** A candidate or a nightly: it comes before the version itself. */
  readonly early: boolean;
}

/** Of `4.18.38`, `v1.34.1+abc`, `4.21.0-rc.1`; undefined for what is none. */
export function versionNumbers(text: string): VersionNumbers | undefined {
  const match = /^v?(\d{1,6})\.(\d{1,6})\.(\d{1,6})(-[^+]*)?(?:\+.*)?$/.exec(text.trim());
  if (match === null) return undefined;
  return { major: Number(match[1]), minor: Number(match[2]), patch: Number(match[3]), early: match[4] !== undefined };
}

/** Negative when `a` is older, 0 when nothing tells them apart. */
export function compareVersions(a: VersionNumbers, b: VersionNumbers): number {
  return a.major - b.major || a.minor - b.minor || a.patch - b.patch || Number(b.early) - Number(a.early);
}
