/**
 * Reads the pods that Events name, newest first and a few at a time. Slows down if there are many. Uses a single loop,
 * which pauses while there is nothing to read.
 */
import type { SandboxEvent } from '#core/cluster/objects/failedSandbox.ts';
import type { Clock } from '../clock.ts';
import { InterruptibleDelay } from './interruptibleDelay.ts';

/** Number of pods to read in parallel. */
const roundSize = 4;
/** Number of pods to read before slowing down. If the network of a cluster fails, Events name thousands of pods. */
const quickReads = 48;
/** Wait between rounds after `quickReads` pods, in milliseconds. */
const slowly = 5_000;
/** Wait in milliseconds before pods are read again after their requests had no response. */
const retryWait = 30_000;

export interface PodLookupsOptions {
  readonly clock: Clock;
  /** Reads one pod. Must not reject. */
  readonly look: (event: SandboxEvent) => Promise<'done' | 'again'>;
  /** Called when nothing is left to read, and before a wait that limits the request rate. */
  readonly onRest: () => void;
}

export class PodLookups {
  readonly #options: PodLookupsOptions;
  readonly #rest: InterruptibleDelay;
  /** Events of the pods to read, by pod UID. */
  readonly #queue = new Map<string, SandboxEvent>();
  #requests = new AbortController();
  /** Number of pods read since the queue was last empty. */
  #count = 0;
  /** Time before which nothing is read, in milliseconds since 1970. */
  #notBefore = 0;
  /** True if a request of the last round had no response. */
  #hasFailed = false;
  #isPaused = false;
  #isStopped = false;

  constructor(options: PodLookupsOptions) {
    this.#options = options;
    this.#rest = new InterruptibleDelay(options.clock);
  }

  /** Aborts the current requests. */
  get signal(): AbortSignal {
    return this.#requests.signal;
  }

  /** Queues the pod of the Event for one of the next rounds. */
  add(event: SandboxEvent): void {
    this.#queue.set(event.pod.uid, event);
  }

  wake(): void {
    this.#rest.wake();
  }

  /**
   * Retries pods without a response now, because the server responds again. A wait that limits the request rate
   * continues.
   */
  retryNow(): void {
    if (this.#hasFailed) this.#notBefore = 0;
    this.#rest.wake();
  }

  pause(): void {
    this.#isPaused = true;
    this.#requests.abort();
  }

  resume(): void {
    if (!this.#isPaused) return;
    this.#isPaused = false;
    this.#requests = new AbortController();
    this.#rest.wake();
  }

  stop(): void {
    this.#isStopped = true;
    this.#requests.abort();
    this.#rest.wake();
  }

  /** Reads queued pods. Resolves when it is stopped. Never rejects. */
  async run(): Promise<void> {
    while (!this.#isStopped) {
      const wait = this.#notBefore - this.#options.clock.now();
      if (this.#isPaused || wait > 0) {
        await this.#rest.for(this.#isPaused ? undefined : wait);
        continue;
      }
      const round = this.#nextRound();
      if (round.length === 0) {
        this.#count = 0;
        this.#options.onRest();
        await this.#rest.for();
        continue;
      }
      await this.#readRound(round);
    }
  }

  async #readRound(round: readonly SandboxEvent[]): Promise<void> {
    const { look, clock, onRest } = this.#options;
    const results = await Promise.all(round.map(look));
    const again = round.filter((_, index) => results[index] === 'again');
    for (const event of again) if (!this.#queue.has(event.pod.uid)) this.#queue.set(event.pod.uid, event);
    this.#count += round.length;
    this.#hasFailed = again.length > 0;
    const wait = this.#hasFailed ? retryWait : this.#count >= quickReads ? slowly : 0;
    if (wait === 0) return;
    this.#notBefore = clock.now() + wait;
    if (!this.#hasFailed) onRest();
  }

  #nextRound(): readonly SandboxEvent[] {
    const round = [...this.#queue.values()]
      .toSorted((one, other) => (other.last ?? 0) - (one.last ?? 0))
      .slice(0, roundSize);
    for (const { pod } of round) this.#queue.delete(pod.uid);
    return round;
  }
}
