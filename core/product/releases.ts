/**
 * Lists the OSC releases that files can be checked against. Sources: domain/00-sources.md (version map); documentation
 * addresses as published on docs.redhat.com.
 */

/** A release of Red Hat OpenShift sandboxed containers. */
export interface Release {
  /** Version as users write it, such as `1.12`. */
  readonly id: string;
  /** Start page of the documentation for this release. */
  readonly docs: string;
}

const docsRoot = 'https://docs.redhat.com/en/documentation/openshift_sandboxed_containers';

/** Path of the main guide for each release. For releases without a known guide, the landing page is used. */
const guides: Readonly<Record<string, string>> = {
  '1.5': 'html/openshift_sandboxed_containers_user_guide/deploying-sandboxed-containers-workloads',
  '1.6': 'html/user_guide/index',
  '1.9': 'html/user_guide/index',
  '1.10': 'html-single/deploying_openshift_sandboxed_containers/index',
  '1.12': 'html-single/deploying_openshift_sandboxed_containers_on_aws/index',
};

/** All known releases, oldest first. */
export const releases: readonly Release[] = ['1.5', '1.6', '1.7', '1.8', '1.9', '1.10', '1.11', '1.12'].map((id) => {
  const guide = guides[id];
  return { id, docs: guide === undefined ? `${docsRoot}/${id}` : `${docsRoot}/${id}/${guide}` };
});

/** Returns the page that links to all guides of a release. */
export function documentationOf({ id }: Release): string {
  return `${docsRoot}/${id}`;
}

const byId = new Map(releases.map((release) => [release.id, release]));

/** Release that files are checked against by default. */
export const newestRelease: Release = releases[releases.length - 1] as Release;

/** Returns the release for an ID (`1.12`, `v1.12`, `1.12.0`). Returns undefined if it is unknown. */
export function findRelease(id: string): Release | undefined {
  const exact = byId.get(id);
  if (exact !== undefined) return exact;
  const match = /^v?(\d+)\.(\d+)(?:\.\d+)?$/.exec(id.trim());
  if (match === null) return undefined;
  return releases.find((release) => release.id === `${match[1]}.${match[2]}`);
}

/** Returns a negative number if `a` is older than `b`, 0 if they are the same, and a positive number otherwise. */
export function compareReleases(a: Release, b: Release): number {
  return order(a) - order(b);
}

/** Returns a number that orders releases, also those that aren't in the list. */
function order({ id }: Release): number {
  const [major = 0, minor = 0] = id.split('.').map(Number);
  return major * 1000 + minor;
}

/**
 * Returns whether an item applies to a release. It does if the release isn't older than `since` and isn't newer than
 * `until`. A limit that isn't set always matches.
 */
export function isInForce(
  { since, until }: { readonly since?: string; readonly until?: string },
  release: Release,
): boolean {
  const first = since === undefined ? undefined : findRelease(since);
  const last = until === undefined ? undefined : findRelease(until);
  return (
    (first === undefined || compareReleases(release, first) >= 0) &&
    (last === undefined || compareReleases(release, last) <= 0)
  );
}
