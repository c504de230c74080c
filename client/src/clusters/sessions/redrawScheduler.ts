/** Collects changes that come together, and limits the share of time that showing them takes. Without VS Code. */
import type { Clock } from '#client/kubernetes/clock.ts';

/** The longest that a change waits to be shown, in milliseconds. */
const slowest = 2000;

export class RedrawScheduler {
  readonly #clock: Pick<Clock, 'after'>;
  readonly #redraw: () => void;
  /** How long the last redraw took, in milliseconds. */
  #cost = 0;
  #cancel: (() => void) | undefined;

  constructor(clock: Pick<Clock, 'after'>, redraw: () => void) {
    this.#clock = clock;
    this.#redraw = redraw;
  }

  /** Redraws soon. However large the clusters are, most of the time is left to others. */
  request(): void {
    this.#cancel ??= this.#clock.after(Math.min(this.#cost * 4, slowest), () => {
      this.#cancel = undefined;
      const begun = performance.now();
      this.#redraw();
      this.#cost = performance.now() - begun;
    });
  }

  dispose(): void {
    this.#cancel?.();
  }
}
