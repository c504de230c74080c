/**
 * Decides when open clusters are watched: only while the view is visible or an operation is in progress. Doesn't use VS
 * Code.
 */
import type { Clock } from '#client/kubernetes/clock.ts';

export interface Followed {
  pause(): void;
  resume(): void;
  /** Called when the view becomes visible or hidden. */
  lookedAt(isLookedAt: boolean): void;
}

/**
 * Time in milliseconds for which clusters stay watched after the view is hidden. A user who switches to another view
 * often comes back soon. A newly opened cluster is also watched for this time, because the extension must read the
 * cluster to detect an operation in progress.
 */
const grace = 20_000;

export class VisibilityController {
  readonly #clock: Clock;
  /** Watched state of each cluster: true if it is being watched. */
  readonly #running = new Map<Followed, boolean>();
  readonly #busy = new Set<Followed>();
  #looking = false;
  #cancelGrace: (() => void) | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Sets whether the tree is visible. */
  looking(looking: boolean): void {
    if (looking === this.#looking) return;
    this.#looking = looking;
    for (const followed of this.#running.keys()) followed.lookedAt(looking);
    if (!looking) this.#beginGrace();
    this.#settle();
  }

  /** Adds a cluster that is already being watched. */
  add(followed: Followed): void {
    this.#running.set(followed, true);
    followed.lookedAt(this.#looking);
    this.#beginGrace();
  }

  remove(followed: Followed): void {
    this.#running.delete(followed);
    this.#busy.delete(followed);
  }

  /**
   * Sets whether an operation is in progress on the cluster or one of its documents is open. A busy cluster is watched
   * even while the tree is hidden.
   */
  busy(followed: Followed, busy: boolean): void {
    if (busy === this.#busy.has(followed)) return;
    if (busy) this.#busy.add(followed);
    else this.#busy.delete(followed);
    this.#settle();
  }

  dispose(): void {
    this.#cancelGrace?.();
    this.#running.clear();
    this.#busy.clear();
  }

  #beginGrace(): void {
    this.#cancelGrace?.();
    this.#cancelGrace = this.#clock.after(grace, () => {
      this.#cancelGrace = undefined;
      this.#settle();
    });
  }

  #settle(): void {
    for (const [followed, running] of this.#running) {
      const run = this.#looking || this.#cancelGrace !== undefined || this.#busy.has(followed);
      if (run === running) continue;
      this.#running.set(followed, run);
      if (run) followed.resume();
      else followed.pause();
    }
  }
}
