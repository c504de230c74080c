/**
 * Work that waits for its turn: each key once, whatever happened to it meanwhile. As workqueues of Kubernetes do it.
 */
import type { Cancel, SimulatorClock } from '#simulator/time/clock.ts';

/** Does what there is to do for a key. A number: do it again after so many milliseconds. */
export type Reconcile = (key: string) => number | undefined;

interface Turn {
  /** Compared with its like only: the clock scales delays, and not what it shows. */
  readonly at: number;
  readonly cancel: Cancel;
}

/** A queue of keys. Between the first event and the work passes `delay`, in which further events join it. */
export class WorkQueue {
  readonly #clock: SimulatorClock;
  readonly #delay: number;
  readonly #reconcile: Reconcile;
  readonly #turns = new Map<string, Turn>();

  constructor(clock: SimulatorClock, delay: number, reconcile: Reconcile) {
    this.#clock = clock;
    this.#delay = delay;
    this.#reconcile = reconcile;
  }

  /** There is something to do for this key. What comes sooner counts. */
  add(key: string, delay = this.#delay): void {
    const at = this.#clock.now() + delay;
    const waiting = this.#turns.get(key);
    if (waiting !== undefined && waiting.at <= at) return;
    waiting?.cancel();
    const cancel = this.#clock.after(delay, () => {
      this.#turns.delete(key);
      const again = this.#reconcile(key);
      if (again !== undefined) this.add(key, again);
    });
    this.#turns.set(key, { at, cancel });
  }

  /** Nothing is done any more. */
  stop(): void {
    for (const { cancel } of this.#turns.values()) cancel();
    this.#turns.clear();
  }
}
