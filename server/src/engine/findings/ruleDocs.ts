/** Finds the page that explains the source of a rule, for the links of findings. */
import type { DocSection } from '#core/product/docSection.ts';
import { hasKnownDocumentation, newestDocumentedRelease, type Release } from '#core/product/releases.ts';
import { sectionFor } from '#core/product/sectionFor.ts';
import { findBestLink, type SourceLink } from '#core/product/sourceLinks.ts';
import type { RuleInfo } from './rule.ts';

/** The links of rules by their sources. The sources of a rule never change. */
const links = new WeakMap<readonly string[], { readonly link: SourceLink | undefined }>();

/**
 * Returns the documentation of a rule for a release: the section of the product documentation, otherwise the
 * specification, the upstream code at its commit, or the issue that the rule is based on. Returns undefined if no
 * address is known. For the newest documented release, and for releases whose documentation has no known address, keeps
 * sections that only the documentation of an older release contains.
 */
export function findRuleDocs({ source }: RuleInfo, release: Release): DocSection | undefined {
  const known = links.get(source) ?? { link: findBestLink(source) };
  links.set(source, known);
  const { link } = known;
  if (link === undefined) return undefined;
  return release.id === newestDocumentedRelease.id || !hasKnownDocumentation(release)
    ? link
    : sectionFor(link, release.id);
}
