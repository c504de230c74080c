/**
 * Finds the documentation for the release of a cluster. Doesn't contain the sections themselves, because small bundles
 * load this file.
 */
import type { DocSection } from './docSection.ts';
import { documentationOf, findRelease, newestRelease } from './releases.ts';

/**
 * Returns the documentation link for the release of a cluster: the section if the guide is for this release, otherwise
 * the start page of its documentation. Sections move between releases, so the section numbers of another release would
 * be wrong.
 * @param id installed release, such as `1.12`; undefined if none is installed, which selects the latest supported
 * release
 */
export function sectionFor(section: DocSection, id: string | undefined): DocSection {
  const release = findRelease(id ?? '') ?? newestRelease;
  const documentation = documentationOf(release);
  return section.url.startsWith(`${documentation}/`) || !isOfOsc(section)
    ? section
    : { title: `OSC ${release.id} documentation`, url: documentation };
}

function isOfOsc({ url }: DocSection): boolean {
  return url.includes('/documentation/openshift_sandboxed_containers/');
}
