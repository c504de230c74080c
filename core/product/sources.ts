/**
 * Where facts were read: repository and commit, then the path. Each tree is named once, here; domain/00-sources.md says
 * what each one is. Facts of one row from several places are joined with `; `.
 */

/** Names a file of one tree. */
export type SourceTree = (path: string) => string;

const tree =
  (repository: string): SourceTree =>
  (path) =>
    `${repository} ${path}`;

/** The operator at OSC 1.8. */
export const operator18 = tree('openshift/sandboxed-containers-operator@d0632e58');

/** The operator's development branch of July 2025, between OSC 1.10 and 1.11. */
export const operator111 = tree('snir911/sandboxed-containers-operator@f0896edd');

/** One commit of the operator's later development: what it shows may be in no release. */
export const operatorDev = (commit: string, path: string): string =>
  `openshift/sandboxed-containers-operator@${commit} ${path}`;

/** cloud-api-adaptor upstream, August 2026: newer than any OSC release. */
export const adaptorUpstream = tree('confidential-containers/cloud-api-adaptor@fbdde756');

/** cloud-api-adaptor as of OSC 1.12. */
export const adaptor112 = tree('openshift/cloud-api-adaptor@067d2068');

/** cloud-api-adaptor as of OSC 1.11. */
export const adaptor111 = tree('openshift/cloud-api-adaptor@f3dcc175');

/** cloud-api-adaptor as of OSC 1.10. */
export const adaptor110 = tree('openshift/cloud-api-adaptor@bb4e602c');

/** cloud-api-adaptor as of OSC 1.9. */
export const adaptor19 = tree('openshift/cloud-api-adaptor@03530ebf');

/** kata-containers 4.1.0, August 2026: newer than what OSC 1.12 ships. */
export const kataUpstream = tree('kata-containers/kata-containers@7c6ba40c');

/** A section of the OSC 1.12 documents: `document112('3.2')`. */
export const document112 = (section: string): string => `OSC 1.12 §${section}`;

/** An issue or pull request: `issue('kata-containers/kata-containers', 6345)`. */
export const issue = (repository: string, number: number): string => `${repository}#${number}`;

/** Several places for one fact. */
export const all = (...sources: readonly string[]): string => sources.join('; ');
