/** Messages about CustomResourceDefinitions (CRDs) in the workspace, for several rules. */
import * as l10n from '@vscode/l10n';
import { formatFieldPath } from '#core/kinds/field.ts';
import type { Release } from '#core/product/releases.ts';
import { sanitizeQuote } from '#core/text/sanitize.ts';
import { formatSchemaCluster } from '#server/engine/workspace/crds/crdFields.ts';
import type { IndexedCrd, SchemaCluster } from '#server/engine/workspace/crds/readCrds.ts';
import { getRelativeName } from '#server/engine/workspace/fileUri.ts';
import type { PathSegment } from '#server/engine/yaml/node.ts';

/** Maximum length of a file path in a message, in characters. */
const maxName = 60;

/** Returns the cluster of a CRD, or its path as seen from another file. Keeps the end of a long path. */
export function formatCrdFile(uri: string, crd: Pick<IndexedCrd, 'uri' | 'cluster'>): string {
  if (crd.cluster !== undefined) return formatSchemaCluster(crd.cluster);
  const name = getRelativeName(uri, crd.uri);
  return sanitizeQuote(name.length > maxName ? `…${name.slice(1 - maxName)}` : name);
}

/** Returns the path of a field for a message, without list indexes. */
export function formatPath(path: readonly PathSegment[]): string {
  return sanitizeQuote(formatFieldPath(path).replaceAll('[]', ''));
}

/** Returns the message about a field, value, or version that the API server of a cluster knows, but not the release. */
export function describeKnownToCluster(what: string, { name }: SchemaCluster, release: Release): string {
  return l10n.t`${what} isn't known in OSC ${release.id}, but cluster ${name} accepts it.`;
}

/** Returns the message about a field that a CRD defines, but that isn't known in the release. */
export function describeOnlyInCrd(
  path: readonly PathSegment[],
  crd: IndexedCrd,
  uri: string,
  release: Release,
): string {
  if (crd.cluster !== undefined) return describeKnownToCluster(formatPath(path), crd.cluster, release);
  return l10n.t`${formatPath(path)} isn't known in OSC ${release.id}, but the CRD in ${formatCrdFile(uri, crd)} defines it. Check that the cluster has this CRD.`;
}
