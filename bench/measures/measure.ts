/** A measure, which adds samples to rows of a table. */
import type { Samples } from '../report/samples.ts';

export interface Measure {
  readonly name: string;
  readonly run: (samples: Samples, repetitions: number) => Promise<void>;
}

/**
 * Returns the items in forward order for even repetitions and in reverse order for odd ones, so that neither always
 * goes first.
 */
export function inTurn<T>(items: readonly T[], repetition: number): readonly T[] {
  return repetition % 2 === 0 ? items : items.toReversed();
}
