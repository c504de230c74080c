/** The source of time, injected so that tests can replace it. Cluster code uses no other source. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Calls `work` after a delay in milliseconds. The returned function cancels the call. */
  after(milliseconds: number, work: () => void): () => void;
}

export const realClock: Clock = {
  now: () => Date.now(),
  after(milliseconds, work) {
    const timer = setTimeout(work, milliseconds);
    // An open cluster alone must not keep the process running.
    timer.unref();
    return () => clearTimeout(timer);
  },
};

/** Returns a random number from 0 to 1, like Math.random. */
export type Chance = () => number;
