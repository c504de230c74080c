/**
 * A work queue like those of Kubernetes: if several events occur for a key before it's processed, the key is processed
 * only once.
 */
import type { Cancel, SimulatorClock } from '#simulator/time/clock.ts';

/** Processes a key. Returns the delay in milliseconds until it's processed again, if required. */
export type Reconcile = (key: string) => number | undefined;

interface Turn {
  /**
   * Scheduled time. Compare it only with other scheduled times: the clock scales delays but not the current time, so
   * this isn't the actual time.
   */
  readonly at: number;
  readonly cancel: Cancel;
}

/**
 * A queue of keys. Processing starts `delay` milliseconds after the first event for a key. Events that occur in the
 * meantime are combined.
 */
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

  /** Schedules a key. If it's already scheduled, the earlier time applies. */
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

  /** Cancels all scheduled work. */
  stop(): void {
    for (const { cancel } of this.#turns.values()) cancel();
    this.#turns.clear();
  }
}
