/** Recognizes Kubernetes objects in JSON files. */
import { mentionsKnownKind } from './mentionsKnownKind.ts';

/** Maximum length in characters of a JSON file to check. */
export const maxJsonManifest = 500_000;

/**
 * Returns whether a JSON text might be a supported Kubernetes object or a List of them. This quick check doesn't parse
 * the text, because most JSON files have another purpose.
 */
export function looksLikeJsonManifest(text: string): boolean {
  return (
    text.length <= maxJsonManifest &&
    /^\uFEFF?\s*\{/.test(text) &&
    /"apiVersion"\s*:\s*"/.test(text) &&
    /"kind"\s*:\s*"/.test(text) &&
    !text.includes('"$schema"') &&
    mentionsKnownKind(text)
  );
}
