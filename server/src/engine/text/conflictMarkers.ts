/** Finds the conflict markers that Git leaves in a file after a merge. Source: git documentation, git-merge(1). */
import * as l10n from '@vscode/l10n';
import { sanitizeQuote } from '#core/text/sanitize.ts';
import type { Span } from './span.ts';
import { longestLabel } from './longestLabel.ts';

/** An unresolved conflict. */
export interface MergeConflict extends Span {
  readonly message: string;
}

/** Regular expressions for the markers. The first and the last marker can contain the name of a branch. */
const markers = {
  ours: /^<{7}(?:[ \t]+(\S[^\r\n]*))?[ \t]*\r?$/m,
  middle: /^={7}\r?$/m,
  theirs: /^>{7}(?:[ \t]+(\S[^\r\n]*))?[ \t]*\r?$/m,
} as const;

/** Returns the first conflict in a text, at its first marker. Returns undefined if there are no markers. */
export function findMergeConflict(text: string): MergeConflict | undefined {
  if (!text.includes('<<<<<<<') && !text.includes('>>>>>>>')) return undefined;
  const ours = markers.ours.exec(text);
  const theirs = markers.theirs.exec(text);
  const [first, ...others] = [ours, markers.middle.exec(text), theirs]
    .filter((match) => match !== null)
    .sort((a, b) => a.index - b.index);
  // One marker alone might be something else.
  if (first === undefined || others.length === 0) return undefined;
  const { index: start } = first;
  return { start, end: start + first[0].trimEnd().length, message: describe(ours?.[1], theirs?.[1]) };
}

function describe(ours: string | undefined, theirs: string | undefined): string {
  if (ours === undefined || theirs === undefined)
    return l10n.t`This text contains Git conflict markers. Keep one version, and remove the markers.`;
  const [one, other] = [ours, theirs].map((name) => sanitizeQuote(name.trim(), longestLabel));
  return l10n.t`This text contains Git conflict markers for ${one ?? ''} and ${other ?? ''}. Keep one version, and remove the markers.`;
}
