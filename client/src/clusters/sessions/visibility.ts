/** Whether open clusters are followed: only while somebody looks, or something is in progress. Without VS Code. */
import type { Clock } from '#client/kubernetes/clock.ts';

export interface Followed {
  pause(): void;
  resume(): void;
  /** Told whether the view is visible. */
  lookedAt(isLookedAt: boolean): void;
}

/**
 * How long they are followed after the last look: who changes views comes back, and what was just opened must be read
 * before it is known to be busy.
 */
const grace = 20_000;

export class VisibilityController {
  readonly #clock: Clock;
  /** Whether each is running. */
  readonly #running = new Map<Followed, boolean>();
  readonly #busy = new Set<Followed>();
  #looking = false;
  #cancelGrace: (() => void) | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Somebody looks at the tree, or nobody does any more. */
  looking(looking: boolean): void {
    if (looking === this.#looking) return;
    this.#looking = looking;
    for (const followed of this.#running.keys()) followed.lookedAt(looking);
    if (!looking) this.#beginGrace();
    this.#settle();
  }

  /** One more, which runs. */
  add(followed: Followed): void {
    this.#running.set(followed, true);
    followed.lookedAt(this.#looking);
    this.#beginGrace();
  }

  remove(followed: Followed): void {
    this.#running.delete(followed);
    this.#busy.delete(followed);
  }

  /** Something goes on in it, or somebody reads a document of it: it runs, also when nobody looks at the tree. */
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
