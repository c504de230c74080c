/**
 * Lists the channels and bundles of the operator package in the catalog of Red Hat operators. The PackageManifest of a
 * cluster takes precedence over this list. Source: openshift/sandboxed-containers-operator@2399d1c0
 * fbc/v4.22/catalog-template.yaml.
 */
import { compareVersionTexts } from '../common/versions.ts';

/** Source of the following lists. */
export const catalogSource = 'openshift/sandboxed-containers-operator@2399d1c0 fbc/v4.22/catalog-template.yaml';

/** Month of the newest entry in the lists, as the ISO date of the first day of the month. */
export const catalogDate = '2026-07-01';

/** Channels that the catalog still offers but marks as deprecated in favor of `stable`. */
export const deprecatedChannels: readonly string[] = ['preview-1.0', 'preview-1.1', 'stable-1.2', 'stable-1.3'];

/** Channel that the description in the CSV recommends up to OSC 1.12, although no catalog has it. */
export const nonexistentChannel = 'candidate';

/** Versions in the channel `stable`, oldest first. */
const stableVersions: readonly string[] = (
  '1.5.0 1.5.1 1.5.2 1.5.3 1.6.0 1.7.0 1.8.1 1.9.0 1.10.0 1.10.1 1.10.2 1.10.3 1.11.0 1.11.1 1.12.0 1.12.1 ' +
  '1.13.0 1.13.1'
).split(' ');

/** Number of patches of an earlier minor version that might have been released after the list was made. */
const maxLaterPatches = 2;

/**
 * Returns whether the channel `stable` has a version. `unknown` for a version that might have been released after the
 * list was made: a later patch of the newest minor version, any patch of the next one, or one of the next patches of an
 * earlier minor version. Clusters with an older OpenShift version stay on that minor version and get its fixes.
 * @param version three numbers, such as `1.12.0`
 */
export function isInStable(version: string): boolean | 'unknown' {
  if (stableVersions.includes(version)) return true;
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number);
  const [newestMajor = 0, newestMinor = 0] = (stableVersions.at(-1) ?? '').split('.').map(Number);
  if (major !== newestMajor) return false;
  if (minor === newestMinor + 1) return 'unknown';
  const newest = listStablePatches(version).at(-1);
  const later = newest === undefined ? 0 : patch - Number(newest.slice(newest.lastIndexOf('.') + 1));
  return later > 0 && (minor === newestMinor || later <= maxLaterPatches) ? 'unknown' : false;
}

/**
 * Returns the versions that the channel `stable` has, and those that might have been released after the list was made.
 */
export function listPossibleStableVersions(): readonly string[] {
  const newest = stableVersions.at(-1) ?? '';
  const [major = 0, minor = 0] = newest.split('.').map(Number);
  const patches = (from: number): readonly number[] => Array.from({ length: 10 }, (_, index) => from + index);
  const later = stableVersions.flatMap((version) => {
    const start = version.slice(0, version.lastIndexOf('.') + 1);
    return patches(Number(version.slice(start.length))).map((patch) => `${start}${patch}`);
  });
  const next = patches(0).map((patch) => `${major}.${minor + 1}.${patch}`);
  return [...stableVersions, ...[...later, ...next].filter((version) => isInStable(version) === 'unknown')];
}

/** Returns the versions in `stable` with the same minor version, such as `1.8.1` for `1.8.0`. */
export function listStablePatches(version: string): readonly string[] {
  const minor = version.slice(0, version.lastIndexOf('.') + 1);
  return stableVersions.filter((one) => one.startsWith(minor));
}

/** A bundle in a channel. */
export interface CatalogEntry {
  readonly version: string;
  /** Version that this bundle replaces. */
  readonly replaces?: string;
  /** Versions that OLM updates directly to this bundle. */
  readonly skipRange?: SkipRange;
}

/** A range of versions, such as `>=1.1.0 <1.13.1`. */
export interface SkipRange {
  readonly from: string;
  /** First version after the range. */
  readonly before: string;
}

/** Newest bundle that the catalog marks as deprecated. The catalog marks all earlier bundles in `stable`, too. */
const newestDeprecated = '1.6.0';

/** Oldest version that a bundle in `stable` updates directly. */
const oldestSkipped = '1.1.0';

/**
 * The bundles in `stable`, oldest first. Each one replaces its predecessor, and updates all earlier versions directly.
 */
export const stableEntries: readonly CatalogEntry[] = stableVersions.map((version, index) => {
  const replaces = stableVersions[index - 1];
  const skipRange = { from: oldestSkipped, before: version };
  return replaces === undefined ? { version, skipRange } : { version, replaces, skipRange };
});

/** Returns whether the catalog marks a version in `stable` as deprecated. */
export function isDeprecatedVersion(version: string): boolean {
  return stableVersions.includes(version) && (compareVersionTexts(version, newestDeprecated) ?? 1) <= 0;
}

/**
 * Newest version that was seen in `stable`, by OpenShift minor version. Source:
 * openshift/sandboxed-containers-operator@7c2051d7 fbc/v4.16/catalog-template.yaml (4.16), #2306 (4.18), #2563 (4.19 to
 * 4.22).
 */
const newestByOpenShift: Readonly<Record<string, string>> = {
  '4.16': '1.10.2',
  '4.18': '1.12.1',
  '4.19': '1.13.1',
  '4.20': '1.13.1',
  '4.21': '1.13.1',
  '4.22': '1.13.1',
};

/**
 * Returns the bundles that were seen in `stable` for an OpenShift version, oldest first. Returns undefined if no
 * catalog for this minor version was read.
 * @param openShift version such as `4.21.9` or `4.21`
 */
export function listStableEntries(openShift: string): readonly CatalogEntry[] | undefined {
  const minor = /^4\.\d{1,3}(?!\d)/.exec(openShift)?.[0] ?? '';
  const newest = Object.hasOwn(newestByOpenShift, minor) ? newestByOpenShift[minor] : undefined;
  const last = stableEntries.findIndex(({ version }) => version === newest);
  return last < 0 ? undefined : stableEntries.slice(0, last + 1);
}

/** Returns the oldest OpenShift minor version in whose catalog a version was seen. */
export function findFirstOpenShift(version: string): string | undefined {
  return Object.keys(newestByOpenShift).find((minor) =>
    listStableEntries(minor)?.some((entry) => entry.version === version),
  );
}

/** Returns the versions in `stable` of a release, such as `1.12.0` and `1.12.1` for `1.12`. */
export function listVersionsOf(release: string): readonly string[] {
  return stableVersions.filter((version) => version.startsWith(`${release}.`));
}
