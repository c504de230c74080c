/**
 * Limits how much of a file is checked. Files with thousands of supported objects aren't written manually, and checking
 * them would delay other files.
 */
import { limitCodes } from './parse/parse.ts';
import type { PlacedDocument } from './yamlDocument.ts';

/** Maximum number of documents per file that might be of a known kind. */
export const maxManifests = 2000;
/** Maximum number of parts that only the library can parse, which takes ten times as long as the fast reader. */
const maxEffort = 40_000;

/**
 * Yields the documents of a file that might be of a known kind, up to the quota. A document is parsed when the next one
 * is requested.
 */
export function* takeWithinQuota(documents: readonly PlacedDocument[]): Generator<PlacedDocument, void, undefined> {
  let left = maxManifests;
  let effort = maxEffort;
  for (const placed of documents) {
    if (!placed.document.mayBeKnown) continue;
    if (left <= 0 || effort <= 0) return;
    left -= 1;
    yield placed;
    effort -= placed.document.parsed.effort;
  }
}

/** Returns whether a file exceeds the quota, so that some of its documents aren't checked. */
export function exceedsQuota(documents: readonly PlacedDocument[]): boolean {
  let looked = 0;
  for (const _ of takeWithinQuota(documents)) looked += 1;
  return documents.some(({ document }) => document.mayBeKnown && (looked -= 1) < 0);
}

/** A document that isn't checked, although it might be of a known kind. */
interface UncheckedDocument {
  /** Offset of the document in the file. */
  readonly start: number;
  /** `template`: the document isn't valid YAML because of its template. `limit`: it exceeds a limit of the parser. */
  readonly reason: 'template' | 'limit';
}

/** Returns the documents that are within the quota but can't be checked. */
export function listUncheckedDocuments(documents: readonly PlacedDocument[]): readonly UncheckedDocument[] {
  return [...takeWithinQuota(documents)].flatMap(({ document: { parsed }, start }): UncheckedDocument[] => {
    if (parsed.template) return [{ start, reason: 'template' }];
    return parsed.problems.some(({ code }) => limitCodes.has(code)) ? [{ start, reason: 'limit' }] : [];
  });
}
