/**
 * Merges the lines of several logs by their times. Lines arrive over several connections, so a line is held until every
 * other log has delivered a later line, or until it's 2 s old. Doesn't use VS Code.
 */
import type { Clock } from '#client/kubernetes/clock.ts';
import type { PodLogStamp } from '#core/logs/pods/podLogStamp.ts';
import { compareStamps } from '#core/logs/pods/podLogStamp.ts';

/** Maximum time that a line is held, in milliseconds. */
const reorderWindow = 2000;
/**
 * Maximum number of characters that are held. At this limit, a log stops reading while it has a held line. The other
 * logs continue, because the held lines wait for them.
 */
const mostHeld = 8_000_000;

interface HeldLine<T> {
  readonly stamp: PodLogStamp | undefined;
  readonly arrived: number;
  readonly size: number;
  readonly item: T;
}

/** One log of a merge. */
export interface MergeInput<T> {
  /**
   * Adds a line.
   * @param stamp time of the line. Undefined for text without a time, which stays after the previous line
   */
  push(item: T, stamp: PodLogStamp | undefined, size: number): void;
  /** Other logs no longer wait for this one, because nothing arrives at present. */
  rest(): void;
  close(): void;
  /** Returns a promise to wait for if this log has a held line and too many lines are held. Never rejects. */
  waitForSpace(): Promise<void> | undefined;
}

export class MergeWindow<T> {
  readonly #clock: Clock;
  readonly #emit: (items: readonly T[]) => void;
  readonly #inputs = new Set<Input<T>>();
  #held = 0;
  #cancel: (() => void) | undefined;

  /** @param emit receives the lines in order */
  constructor(clock: Clock, emit: (items: readonly T[]) => void) {
    this.#clock = clock;
    this.#emit = emit;
  }

  open(): MergeInput<T> {
    const input = new Input<T>();
    this.#inputs.add(input);
    return {
      push: (item, stamp, size) => {
        input.push({ stamp: input.later(stamp), arrived: this.#clock.now(), size, item });
        this.#held += size;
        this.#drain();
      },
      rest: () => {
        input.isResting = true;
        this.#drain();
      },
      close: () => {
        input.isClosed = true;
        this.#drain();
      },
      waitForSpace: () => (this.#held < mostHeld || input.head === undefined ? undefined : input.waitForSpace()),
    };
  }

  /** Emits all lines that are held. */
  flush(): void {
    this.#drain(true);
  }

  #drain(isAll = false): void {
    const now = this.#clock.now();
    const items: T[] = [];
    let wait: number | undefined;
    for (let first = this.#first(); first !== undefined; first = this.#first()) {
      const { head } = first;
      if (head === undefined) break;
      const left = head.arrived + reorderWindow - now;
      if (!isAll && left > 0 && this.#isExpected(first, head)) {
        wait = left;
        break;
      }
      first.shift();
      this.#held -= head.size;
      items.push(head.item);
    }
    for (const input of this.#inputs) {
      if (input.head === undefined || this.#held < mostHeld / 2) input.continue();
      if (input.isClosed && input.head === undefined) this.#inputs.delete(input);
    }
    this.#cancel?.();
    this.#cancel = wait === undefined ? undefined : this.#clock.after(wait, () => this.#drain());
    if (items.length > 0) this.#emit(items);
  }

  /** Returns the log with the earliest held line. */
  #first(): Input<T> | undefined {
    let first: Input<T> | undefined;
    for (const input of this.#inputs) {
      if (input.head === undefined) continue;
      if (first?.head === undefined || isEarlier(input.head, first.head)) first = input;
    }
    return first;
  }

  /** Returns whether another log might still deliver an earlier line. */
  #isExpected(own: Input<T>, { stamp }: HeldLine<T>): boolean {
    if (stamp === undefined) return false;
    for (const input of this.#inputs) {
      if (input === own || input.isClosed || input.isResting || input.head !== undefined) continue;
      if (input.latest === undefined || compareStamps(input.latest, stamp) < 0) return true;
    }
    return false;
  }
}

function isEarlier<T>(one: HeldLine<T>, other: HeldLine<T>): boolean {
  if (one.stamp === undefined) return true;
  return other.stamp !== undefined && compareStamps(one.stamp, other.stamp) < 0;
}

class Input<T> {
  latest: PodLogStamp | undefined;
  isResting = false;
  isClosed = false;
  #lines: HeldLine<T>[] = [];
  #next = 0;
  #space: { readonly over: Promise<void>; readonly resolve: () => void } | undefined;

  get head(): HeldLine<T> | undefined {
    return this.#lines[this.#next];
  }

  /** Returns the time that orders a line. It never goes backward, because a log keeps its own order. */
  later(stamp: PodLogStamp | undefined): PodLogStamp | undefined {
    if (stamp !== undefined && (this.latest === undefined || compareStamps(stamp, this.latest) > 0))
      this.latest = stamp;
    return this.latest;
  }

  push(line: HeldLine<T>): void {
    this.isResting = false;
    this.#lines.push(line);
  }

  /** Returns a promise that resolves when the log continues. */
  waitForSpace(): Promise<void> {
    if (this.#space !== undefined) return this.#space.over;
    let resolve = (): void => undefined;
    const over = new Promise<void>((free) => {
      resolve = free;
    });
    this.#space = { over, resolve: () => resolve() };
    return over;
  }

  /** Ends the pause of the log. */
  continue(): void {
    this.#space?.resolve();
    this.#space = undefined;
  }

  shift(): void {
    this.#next += 1;
    // Removes the emitted lines from time to time, because each removal copies the rest.
    if (this.#next === this.#lines.length || this.#next > 4096) {
      this.#lines = this.#lines.slice(this.#next);
      this.#next = 0;
    }
  }
}
