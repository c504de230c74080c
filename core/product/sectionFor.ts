/**
 * Finds the documentation for the release of a cluster. Doesn't import the sections themselves, because small bundles
 * load this file.
 */
import type { DocSection } from './docSection.ts';
import { findOtherPages } from './docPages.ts';
import { documentationOf, findRelease, hasKnownDocumentation, newestDocumentedRelease } from './releases.ts';

/**
 * Returns the documentation link for the release of a cluster: the section if the guide is for this release, otherwise
 * the page with the same content in the documentation of this release, otherwise the start page of that documentation.
 * Sections move between releases, so the section numbers of another release would be wrong.
 * If the documentation of the release has no known address, returns the link for the newest documented release.
 * @param id installed release, such as `1.12`; undefined if none is installed, which selects the newest documented
 * release
 */
export function sectionFor(section: DocSection, id: string | undefined): DocSection {
  const known = findRelease(id ?? '');
  const release = known !== undefined && hasKnownDocumentation(known) ? known : newestDocumentedRelease;
  const documentation = documentationOf(release);
  const isOfRelease = ({ url }: DocSection) => url.startsWith(`${documentation}/`);
  if (isOfRelease(section) || !isOfOsc(section)) return section;
  return findOtherPages(section).find(isOfRelease) ?? { title: `OSC ${release.id} documentation`, url: documentation };
}

function isOfOsc({ url }: DocSection): boolean {
  return url.includes('/documentation/openshift_sandboxed_containers/');
}
