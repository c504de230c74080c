/** Keeps the newest lines of several logs that are read one after another. The memory use is limited. */
import { compareStamps, type PodLogStamp } from './podLogStamp.ts';

interface StampedText {
  readonly stamp: PodLogStamp | undefined;
  readonly text: string;
}

export class NewestLines {
  readonly #most: number;
  /** Time of the last line of each log. */
  readonly #latest = new Map<string, PodLogStamp>();
  #lines: StampedText[] = [];
  #count = 0;

  /** @param most maximum number of lines to keep */
  constructor(most: number) {
    this.#most = most;
  }

  /** Number of lines that were added. */
  get count(): number {
    return this.#count;
  }

  /**
   * Adds a line. Lines of one log must be added in their order.
   * @param log identifies the log
   * @param stamp time of the line. Undefined for text without a time, which stays after the previous line of its log
   */
  add(log: string, stamp: PodLogStamp | undefined, text: string): void {
    if (stamp !== undefined) this.#latest.set(log, stamp);
    this.#lines.push({ stamp: this.#latest.get(log), text });
    this.#count += 1;
    // Sorting at twice the limit costs less than sorting for each line.
    if (this.#lines.length >= 2 * this.#most) this.#lines = this.#newest();
  }

  /** Returns the newest lines, oldest first. Lines with the same time stay in the order in which they were added. */
  list(): readonly string[] {
    return this.#newest().map(({ text }) => text);
  }

  #newest(): StampedText[] {
    return this.#lines.toSorted(byTime).slice(-this.#most);
  }
}

/** Compares two lines. Lines without a time are the earliest. */
function byTime({ stamp: one }: StampedText, { stamp: other }: StampedText): number {
  if (one === undefined || other === undefined) return Number(one !== undefined) - Number(other !== undefined);
  return compareStamps(one, other);
}
