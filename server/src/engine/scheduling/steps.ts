/** Work in steps, between which it may give way to other work. */
import { TimeSlice } from './timeSlice.ts';

/** Each `yield` is a place where others may have their turn. */
export type YieldingTask<Of> = Generator<undefined, Of>;

/** Does all of it at once. */
export function runToCompletion<Of>(steps: YieldingTask<Of>): Of {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** Gives way whenever a slice of time is over; undefined when `isStale` said that nobody wants the answer any more. */
export async function inSlices<Of>(steps: YieldingTask<Of>, isStale: () => boolean): Promise<Of | undefined> {
  const slice = new TimeSlice();
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    if (!slice.isOver) continue;
    await slice.pause();
    if (isStale()) return undefined;
  }
}
