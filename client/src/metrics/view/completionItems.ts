/** Selects the completions to show while the user is typing. Pure, because the page also uses it. */
import type { PromqlCompletion } from '#server/protocol/promqlAssist.ts';

/** Maximum number of completions. Further typing shows others. */
const most = 50;

/**
 * Returns the completions that match the typed text: first those that start with it, then those that contain it.
 * Returns none if the text is already complete.
 * @param offset cursor position
 */
export function offeredFor(
  completions: readonly PromqlCompletion[],
  text: string,
  offset: number,
): readonly PromqlCompletion[] {
  const rank = ({ label, start }: PromqlCompletion): number => {
    const begun = text.slice(start, offset).toLowerCase();
    const at = label.toLowerCase().indexOf(begun);
    return at === -1 ? -1 : at === 0 ? 0 : 1;
  };
  const ranked = completions.map((one) => ({ one, rank: rank(one) })).filter((entry) => entry.rank >= 0);
  const found = ranked
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, most)
    .map(({ one }) => one);
  const [only] = found;
  return found.length === 1 && only !== undefined && text.slice(only.start, offset) === only.insertText ? [] : found;
}

/**
 * Returns the range that a completion replaces after the user has typed more text, or undefined if other parts of the
 * text have changed.
 * @param completion completion for the text `before`
 * @param now current text
 */
export function replacedRange(
  { start, end }: Pick<PromqlCompletion, 'start' | 'end'>,
  before: string,
  now: string,
): { readonly start: number; readonly end: number } | undefined {
  const [head, tail] = [before.slice(0, start), before.slice(end)];
  if (now.length < head.length + tail.length || !now.startsWith(head) || !now.endsWith(tail)) return undefined;
  return { start, end: now.length - tail.length };
}
