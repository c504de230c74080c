/** Makes random edits like typing, deleting, and pasting, for text that must not cause failures. */
import type { Random } from './random.ts';

export interface Edits {
  /** Strings that most edits insert. */
  readonly pieces: readonly [string, ...string[]];
  /** Whole texts that some edits insert. */
  readonly seeds: readonly [string, ...string[]];
  /** Maximum length of the result, in characters. */
  readonly most: number;
}

export function editedText(text: string, chance: Random, { pieces, seeds, most }: Edits): string {
  let out = text;
  for (let edits = chance.below(6) + 1; edits > 0; edits -= 1) {
    const start = chance.below(out.length + 1);
    const end = Math.min(out.length, start + (chance.chance(0.5) ? 0 : chance.below(12)));
    out = out.slice(0, start) + (chance.chance(0.8) ? chance.pick(pieces) : chance.pick(seeds)) + out.slice(end);
  }
  return out.slice(0, most);
}
