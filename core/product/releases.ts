/**
 * The OSC releases that files can be checked for.
 * Sources: domain/00-sources.md (version map); documentation addresses as published on docs.redhat.com.
 */

/** One release of Red Hat OpenShift sandboxed containers. */
export interface Release {
  /** As users write it: `1.12`. */
  readonly id: string;
  /** Where the documents of this release start. */
  readonly docs: string;
}

const docsRoot = 'https://docs.redhat.com/en/documentation/openshift_sandboxed_containers';

/** The page a reader of that release starts at; a landing page where no single guide is known. */
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

/** The page from which all guides of a release are linked. */
export function documentationOf({ id }: Release): string {
  return `${docsRoot}/${id}`;
}

const byId = new Map(releases.map((release) => [release.id, release]));

/** The release that files are checked for when nobody chose one. */
export const newestRelease: Release = releases[releases.length - 1] as Release;

/** The release with this id (`1.12`, `v1.12`, `1.12.0`), or undefined when we do not know it. */
export function findRelease(id: string): Release | undefined {
  const exact = byId.get(id);
  if (exact !== undefined) return exact;
  const match = /^v?(\d+)\.(\d+)(?:\.\d+)?$/.exec(id.trim());
  if (match === null) return undefined;
  return releases.find((release) => release.id === `${match[1]}.${match[2]}`);
}

/** Negative when `a` came before `b`, 0 when they are the same, positive otherwise. */
export function compareReleases(a: Release, b: Release): number {
  return order(a) - order(b);
}

function order({ id }: Release): number {
  return releases.findIndex((release) => release.id === id);
}

/** Whether a release knows it: between its first and its last release, where those are known. */
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
