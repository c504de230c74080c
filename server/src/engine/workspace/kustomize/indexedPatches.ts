/** Indexes kustomizations and JSON patches. */
import { copyString, type PlacedDocument } from '../../yaml/yamlDocument.ts';
import { canonicalizeUri } from '../fileUri.ts';
import { isKustomizationName, kustomizationFact, type IndexedKustomization } from './kustomizationFact.ts';
import { jsonPatchPaths, mayBeJsonPatch } from './writtenPaths.ts';

/** Maximum number of documents to search for a kustomization. Comments can create a document before it. */
const maxOverlays = 3;

/** A file that contains a JSON patch. */
export interface IndexedJsonPatch {
  /** Canonical URI. */
  readonly uri: string;
  /** JSON pointers of the values that it writes. */
  readonly paths: readonly string[];
}

/** Indexes a JSON patch, because a kustomization can use it for a known object that it doesn't mention. */
export function jsonPatchIn(
  uri: string,
  text: string,
  documents: readonly PlacedDocument[],
): { readonly jsonPatch?: IndexedJsonPatch } {
  if (!mayBeJsonPatch(text)) return {};
  for (const { document } of documents.slice(0, maxOverlays)) {
    const paths = document.parsed.problems.length > 0 ? undefined : jsonPatchPaths(document.parsed.root);
    if (paths !== undefined) return { jsonPatch: { uri: canonicalizeUri(uri), paths: paths.map(copyString) } };
  }
  return {};
}

/** Indexes a kustomization regardless of its content, because it can change known objects without mentioning them. */
export function overlayIn(
  uri: string,
  documents: readonly PlacedDocument[],
): { readonly kustomization?: IndexedKustomization } {
  if (!isKustomizationName(uri)) return {};
  const [kustomization] = documents
    .slice(0, maxOverlays)
    .flatMap(({ document: { parsed } }) => kustomizationFact(uri, parsed.root) ?? []);
  return kustomization === undefined ? {} : { kustomization };
}
