/** Which completions are shown while somebody writes. Pure: the page asks it as well. */
import type { PromqlCompletion } from '#server/protocol/promqlAssist.ts';

/** More nobody reads; who writes on gets others. */
const most = 50;

/**
 * Those that go on from what was begun: first what begins with it, then what has it inside. Nothing once it is written
 * to the end.
 * @param offset where the cursor stands
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
 * Returns the part of a text that a completion replaces after the user has typed on, or undefined if something else of
 * the text has changed.
 * @param completion of the text `before`
 * @param now the text as it is now
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
