/**
 * Lists the OSC releases that files can be checked against. Sources: domain/00-sources.md (version map); documentation
 * addresses as published on docs.redhat.com.
 */

/** A release of Red Hat OpenShift sandboxed containers. */
export interface Release {
  /** Version as users write it, such as `1.12`. */
  readonly id: string;
  /** Start page of the documentation for this release, or of all documentation if its page isn't known. */
  readonly docs: string;
  /** True if the release isn't available yet. Its data comes from development branches. */
  readonly isPreview?: true;
  /**
   * Kata version of the nodes and guests that the user selected, such as `4.1.0`, or `unknown`. Undefined for the
   * release's own version.
   */
  readonly kata?: string;
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

/** Releases whose documentation has a known address, oldest first. */
const documented = ['1.5', '1.6', '1.7', '1.8', '1.9', '1.10', '1.11', '1.12'];

/**
 * All known releases, oldest first. Previews are last. Source of 1.13: openshift/sandboxed-containers-operator#2502 and
 * #2563. Source of 1.14: openshift/sandboxed-containers-operator@24f3950d docs/olm/MIGRATION.md.
 */
export const releases: readonly Release[] = [
  ...documented.map((id) => {
    const guide = guides[id];
    return { id, docs: guide === undefined ? `${docsRoot}/${id}` : `${docsRoot}/${id}/${guide}` };
  }),
  { id: '1.13', docs: docsRoot },
  { id: '1.14', docs: docsRoot, isPreview: true },
];

/** Returns the page that links to all guides of a release, or to those of all releases if its page isn't known. */
export function documentationOf(release: Release): string {
  return hasKnownDocumentation(release) ? `${docsRoot}/${release.id}` : docsRoot;
}

/** Returns whether the address of the release's documentation is known. */
export function hasKnownDocumentation({ id }: Release): boolean {
  return documented.includes(id);
}

const byId = new Map(releases.map((release) => [release.id, release]));

/** Release that files are checked against by default. Never a preview. */
export const newestRelease: Release = releases.findLast(({ isPreview }) => isPreview !== true) as Release;

/** Newest release whose documentation has a known address. Links to the documentation lead to this release. */
export const newestDocumentedRelease: Release = releases.findLast(hasKnownDocumentation) as Release;

/** All known releases for lists: the newest first, and previews last. */
export const releasesNewestFirst: readonly Release[] = [
  ...releases.filter(({ isPreview }) => isPreview !== true).toReversed(),
  ...releases.filter(({ isPreview }) => isPreview === true),
];

/** Returns the IDs of releases for messages, by default of all, oldest first. Previews have a remark. */
export function formatReleaseIds(of: readonly Release[] = releases): string {
  return of.map(({ id, isPreview }) => (isPreview === true ? `${id} (not released)` : id)).join(', ');
}

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
