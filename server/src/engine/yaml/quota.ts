/**
 * How much of one file is looked at. Nobody writes files of thousands of objects of our kinds by hand, and others wait
 * meanwhile.
 */
import type { PlacedDocument } from './yamlDocument.ts';

/** Documents of a file that may be of a known kind. */
export const maxManifests = 2000;
/** Parts of them that only the library can read, which takes ten times as long as the quick reader. */
const maxEffort = 40_000;

/** The documents of a file that may be of a known kind, up to the quota. Each is parsed once the next is asked for. */
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

/** True when there is more in the file than is looked at. */
export function exceedsQuota(documents: readonly PlacedDocument[]): boolean {
  let looked = 0;
  for (const _ of takeWithinQuota(documents)) looked += 1;
  return documents.some(({ document }) => document.mayBeKnown && (looked -= 1) < 0);
}
