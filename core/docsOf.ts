/** What to link to on a cluster with a release. Without the sections themselves: small bundles load it. */
import type { DocSection } from './kinds/field.ts';
import { documentationOf, findRelease, newestRelease } from './releases.ts';

/**
 * Returns what to link to on a cluster with a release: the section if the guide is of this release, else the start page of its documentation. Sections move
 * between releases, and the numbers of another release would lead astray.
 * @param id the installed release, such as `1.12`; undefined if none is installed: then the newest one counts
 */
export function sectionFor(section: DocSection, id: string | undefined): DocSection {
  const release = findRelease(id ?? '') ?? newestRelease;
  const documentation = documentationOf(release);
  return section.url.startsWith(`${documentation}/`) || !isOfOsc(section) ? section : { title: `OSC ${release.id} documentation`, url: documentation };
}

function isOfOsc({ url }: DocSection): boolean {
  return url.includes('/documentation/openshift_sandboxed_containers/');
}
