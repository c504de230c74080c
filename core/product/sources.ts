/**
 * Identifies the sources of facts: repository and commit, then the path. Each source tree is defined once, here.
 * domain/00-sources.md describes them. Several sources of a fact are joined with `; `.
 */

/** Returns the source text for a file of a tree. */
export type SourceTree = (path: string) => string;

const tree =
  (repository: string): SourceTree =>
  (path) =>
    `${repository} ${path}`;

/** Operator in OSC 1.8. */
export const operator18 = tree('openshift/sandboxed-containers-operator@d0632e58');

/** Development branch of the operator from July 2025, between OSC 1.10 and 1.11. */
export const operator111 = tree('snir911/sandboxed-containers-operator@f0896edd');

/** Returns the source text for a later development commit of the operator, which might not be in any release. */
export const operatorDev = (commit: string, path: string): string =>
  `openshift/sandboxed-containers-operator@${commit} ${path}`;

/** Upstream cloud-api-adaptor from August 2026, newer than any OSC release. */
export const adaptorUpstream = tree('confidential-containers/cloud-api-adaptor@fbdde756');

/** cloud-api-adaptor in OSC 1.12. */
export const adaptor112 = tree('openshift/cloud-api-adaptor@067d2068');

/** cloud-api-adaptor in OSC 1.11. */
export const adaptor111 = tree('openshift/cloud-api-adaptor@f3dcc175');

/** cloud-api-adaptor in OSC 1.10. */
export const adaptor110 = tree('openshift/cloud-api-adaptor@bb4e602c');

/** cloud-api-adaptor in OSC 1.9. */
export const adaptor19 = tree('openshift/cloud-api-adaptor@03530ebf');

/** kata-containers 4.1.0 from August 2026, newer than the version in OSC 1.12. */
export const kataUpstream = tree('kata-containers/kata-containers@7c6ba40c');

/** Returns the source text for a section of the OSC 1.12 documentation: `document112('3.2')`. */
export const document112 = (section: string): string => `OSC 1.12 §${section}`;

/** Returns the source text for an issue or pull request: `issue('kata-containers/kata-containers', 6345)`. */
export const issue = (repository: string, number: number): string => `${repository}#${number}`;

/** Joins several sources of a fact. */
export const all = (...sources: readonly string[]): string => sources.join('; ');
