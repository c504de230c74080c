/** Time and chance, handed in: tests have their own. The cluster room asks nobody else. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Calls back after so many milliseconds; what it gives takes that back. */
  after(milliseconds: number, work: () => void): () => void;
}

export const realClock: Clock = {
  now: () => Date.now(),
  after(milliseconds, work) {
    const timer = setTimeout(work, milliseconds);
    // An open cluster alone keeps no program running.
    timer.unref();
    return () => clearTimeout(timer);
  },
};

/** From 0 to 1, as Math.random. */
export type Chance = () => number;
