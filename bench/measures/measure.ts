/** A measure fills rows of the table. */
import type { Samples } from '../report/samples.ts';

export interface Measure {
  readonly name: string;
  readonly run: (samples: Samples, repetitions: number) => Promise<void>;
}

/** The items in turn, forwards and backwards, so that neither always goes first. */
export function inTurn<T>(items: readonly T[], repetition: number): readonly T[] {
  return repetition % 2 === 0 ? items : items.toReversed();
}
