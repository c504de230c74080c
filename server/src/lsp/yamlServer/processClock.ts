/** Measures time for the second process. Tests use a clock of their own. */
export interface ProcessClock {
  /** Milliseconds since any fixed time. */
  readonly now: () => number;
  /** Runs the work after a number of milliseconds, unless the returned function is called first. */
  readonly after: (milliseconds: number, work: () => void) => () => void;
}

/** The clock of the computer. */
export const systemClock: ProcessClock = {
  now: () => performance.now(),
  after(milliseconds, work) {
    const timer: unknown = setTimeout(work, milliseconds);
    // In Node.js, a waiting timer must not keep the server running.
    if (typeof timer === 'object' && timer !== null && 'unref' in timer && typeof timer.unref === 'function')
      timer.unref();
    return () => clearTimeout(timer as Parameters<typeof clearTimeout>[0]);
  },
};
