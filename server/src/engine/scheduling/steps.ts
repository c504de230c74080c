/** Work in steps, between which it may give way to other work. */
import { Slice } from './timeSlice.ts';

/** Each `yield` is a place where others may have their turn. */
export type Steps<Of> = Generator<undefined, Of>;

/** Does all of it at once. */
export function finish<Of>(steps: Steps<Of>): Of {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** Gives way whenever a slice of time is over; undefined when `isStale` said that nobody wants the answer any more. */
export async function inSlices<Of>(steps: Steps<Of>, isStale: () => boolean): Promise<Of | undefined> {
  const slice = new Slice();
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    if (!slice.isOver) continue;
    await slice.pause();
    if (isStale()) return undefined;
  }
}
