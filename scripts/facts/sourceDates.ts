/**
 * Dates of the upstream commits and documents that fact tables are based on. Source: domain/00-sources.md and
 * domain/11-newer-releases.md. The index from which single files were read shows no dates, so these are missing.
 */

/** Date as `YYYY-MM` or `YYYY-MM-DD` by source, without the path: `repository@commit` or `OSC 1.12`. */
const dates: Readonly<Record<string, string>> = {
  'openshift/sandboxed-containers-operator@d0632e58': '2024-10-09',
  'snir911/sandboxed-containers-operator@f0896edd': '2025-07-09',
  'openshift/cloud-api-adaptor@03530ebf': '2025-05',
  'openshift/cloud-api-adaptor@bb4e602c': '2025-09',
  'openshift/cloud-api-adaptor@f3dcc175': '2026-03',
  'openshift/cloud-api-adaptor@067d2068': '2026-05',
  'confidential-containers/cloud-api-adaptor@fbdde756': '2026-08-21',
  'kata-containers/kata-containers@7c6ba40c': '2026-08',
  'openshift/sandboxed-containers-operator@2399d1c0': '2026-07',
};

/** Returns the date of a source, or undefined if it isn't known. */
export function findSourceDate(source: string): string | undefined {
  return Object.hasOwn(dates, source) ? dates[source] : undefined;
}

/** Sources with a date. A test checks that a table uses each of them. */
export const datedSources: readonly string[] = Object.keys(dates);
