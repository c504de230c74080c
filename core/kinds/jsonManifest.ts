/** Recognizes Kubernetes objects in JSON files. */
import { mentionsKnownKind } from './mentionsKnownKind.ts';

/** Maximum length in characters of a JSON file to check, and of one with a CRD, which is only read for other files. */
const maxJsonManifest = 500_000;
export const maxJsonFile = 5_000_000;

/**
 * Returns whether a JSON text might be a supported Kubernetes object, a CustomResourceDefinition (CRD), or a List of
 * them. This quick check doesn't parse the text, because most JSON files have another purpose.
 */
export function looksLikeJsonManifest(text: string): boolean {
  return (
    text.length <= maxJsonFile &&
    /^\uFEFF?\s*\{/.test(text) &&
    (/"kind"\s*:\s*"CustomResourceDefinition"/.test(text) || looksLikeKnownManifest(text))
  );
}

function looksLikeKnownManifest(text: string): boolean {
  return (
    text.length <= maxJsonManifest &&
    /"apiVersion"\s*:\s*"/.test(text) &&
    /"kind"\s*:\s*"/.test(text) &&
    !text.includes('"$schema"') &&
    mentionsKnownKind(text)
  );
}
