/** Describes an OSC release for assistants: its documentation and the documented OpenShift versions. */
import { findOpenShiftSupport, listCatalogVersions } from '#core/product/openShiftSupport.ts';
import { newestRelease, type Release } from '#core/product/releases.ts';

/** Returns a page in Markdown. */
export function formatReleasePage(release: Release): string {
  const support = findOpenShiftSupport(release.id);
  const inCatalogs = listCatalogVersions(release.id);
  return [
    `# OpenShift sandboxed containers ${release.id}`,
    '',
    `- Documentation: ${release.docs}`,
    ...(release === newestRelease ? ['- This is the latest release that these tools support.'] : []),
    ...(support === undefined
      ? ['- Supported OpenShift versions: unknown. These tools have no table for this release.']
      : [
          `- Supported OpenShift versions, each with its first patch version: ${support.first.join(', ')} (${support.source})`,
          `- Supported architectures: ${support.architectures.join(', ')} (${support.source})`,
        ]),
    ...(inCatalogs.length === 0
      ? []
      : [`- OLM offers this release on OpenShift ${inCatalogs.join(', ')}. This is no statement about support.`]),
    '',
  ].join('\n');
}
