/** Runs work in steps, between which other work can run. */
import { TimeSlice } from './timeSlice.ts';

/** A task in steps. It can be paused at each `yield`. */
export type YieldingTask<Of> = Generator<undefined, Of>;

/** Runs all steps without a pause. */
export function runToCompletion<Of>(steps: YieldingTask<Of>): Of {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/**
 * Runs the steps and pauses whenever a time slice is over. Returns undefined if `isStale` returned true, because the
 * result is no longer needed.
 */
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
