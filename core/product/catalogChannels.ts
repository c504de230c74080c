/**
 * Lists the channels and versions of the operator package in the catalog of Red Hat operators. Source:
 * openshift/sandboxed-containers-operator@2399d1c0 fbc/v4.22/catalog-template.yaml.
 */

/** Source of the following lists. */
export const catalogSource = 'openshift/sandboxed-containers-operator@2399d1c0 fbc/v4.22/catalog-template.yaml';

/** Month of the newest entry in the lists, as the ISO date of the first day of the month. */
export const catalogDate = '2026-07-01';

/** Channels that the catalog still offers but marks as deprecated in favor of `stable`. */
export const deprecatedChannels: readonly string[] = ['preview-1.0', 'preview-1.1', 'stable-1.2', 'stable-1.3'];

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

/** Returns the versions in `stable` with the same minor version, such as `1.8.1` for `1.8.0`. */
export function listStablePatches(version: string): readonly string[] {
  const minor = version.slice(0, version.lastIndexOf('.') + 1);
  return stableVersions.filter((one) => one.startsWith(minor));
}
