/** Which completions are shown while somebody writes. Pure: the page asks it as well. */
import type { PromqlCompletion } from '../../../server/src/protocol.ts';

/** More nobody reads; who writes on gets others. */
const most = 50;

/** Those that go on from what was begun: first what begins with it, then what has it inside. Nothing once it is written to the end. @param offset where the cursor stands */
export function offeredFor(completions: readonly PromqlCompletion[], text: string, offset: number): readonly PromqlCompletion[] {
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
