/** Long work is done in slices, between which requests get their turn. */

/** How long work may go on before others get their turn, in milliseconds. */
const sliceLength = 12;

/** A slice of time, and the next after it. */
export class Slice {
  #until = performance.now() + sliceLength;

  get isOver(): boolean {
    return performance.now() > this.#until;
  }

  /** Lets others work; then the next slice begins. What was true before may have become stale meanwhile. */
  async pause(): Promise<void> {
    await new Promise(setImmediate);
    this.#until = performance.now() + sliceLength;
  }
}
