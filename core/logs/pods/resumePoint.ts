/**
 * Continues a log after the connection was lost. The API can start only at a whole second (`sinceTime`), so the lines
 * of this second arrive again and are dropped up to the last one that was received.
 */
import { compareStamps, formatSeconds, type PodLogStamp, type StampedLine } from './podLogStamp.ts';

/** Maximum number of repeated lines to hold while the last received line is searched. */
const mostHeld = 10_000;

export class ResumePoint {
  /** Time of the last line, and number of consecutive lines at the end with this time. */
  #last: { readonly stamp: PodLogStamp; readonly count: number } | undefined;
  #latest: PodLogStamp | undefined;
  /** The search for the last line after a reconnect: lines that might be new, and matches that are still missing. */
  #search: { held: StampedLine[]; missing: number } | undefined;

  /** Start of the next request, as in the query parameter `sinceTime`. Undefined if no line was received. */
  get sinceTime(): string | undefined {
    return this.#last === undefined ? undefined : formatSeconds(this.#last.stamp);
  }

  /** Call it before the first line of a new connection. */
  reconnect(): void {
    this.#search = this.#last === undefined ? undefined : { held: [], missing: this.#last.count };
  }

  /**
   * Adds a received line.
   * @returns the lines that are new
   */
  accept(line: StampedLine): readonly StampedLine[] {
    const search = this.#search;
    const last = this.#last;
    if (search === undefined || last === undefined) return this.#new([line]);
    const order = line.stamp === undefined ? -1 : compareStamps(line.stamp, last.stamp);
    if (order === 0) {
      search.missing -= 1;
      // Held lines precede the last received line, so they were received too.
      search.held = [];
      if (search.missing === 0) this.#search = undefined;
      return [];
    }
    if (order < 0) return [];
    search.held.push(line);
    const isNewer =
      line.stamp !== undefined && this.#latest !== undefined && compareStamps(line.stamp, this.#latest) > 0;
    return isNewer || search.held.length >= mostHeld ? this.end() : [];
  }

  /** Call it when the connection ends. Returns lines that are new, because the last received line no longer exists. */
  end(): readonly StampedLine[] {
    const held = this.#search?.held ?? [];
    this.#search = undefined;
    return this.#new(held);
  }

  #new(lines: readonly StampedLine[]): readonly StampedLine[] {
    for (const { stamp } of lines) {
      if (stamp === undefined) continue;
      const isSame = this.#last !== undefined && compareStamps(stamp, this.#last.stamp) === 0;
      this.#last = { stamp, count: isSame ? (this.#last?.count ?? 0) + 1 : 1 };
      if (this.#latest === undefined || compareStamps(stamp, this.#latest) > 0) this.#latest = stamp;
    }
    return lines;
  }
}
