/** Sorted list of the positions of matching lines, with four bytes per line. */
const block = 65_536;
/** Maximum number of positions. They take 64 MB. */
export const mostPlaces = 16_000_000;

export class LineNumberList {
  #blocks: Uint32Array[] = [];
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /**
   * Appends a position.
   * @returns false if the list is full or the position is too large
   */
  push(place: number): boolean {
    if (this.#length >= mostPlaces || place > 0xffff_ffff) return false;
    if (this.#length % block === 0) this.#blocks.push(new Uint32Array(block));
    const last = this.#blocks[this.#blocks.length - 1];
    if (last !== undefined) last[this.#length % block] = place;
    this.#length += 1;
    return true;
  }

  pop(): void {
    if (this.#length === 0) return;
    this.#length -= 1;
    if (this.#length % block === 0) this.#blocks.pop();
  }

  at(index: number): number | undefined {
    return index < 0 || index >= this.#length ? undefined : this.#blocks[Math.floor(index / block)]?.[index % block];
  }

  /** Returns the number of listed positions that are before the given position. */
  before(place: number): number {
    let low = 0;
    let high = this.#length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.at(middle) ?? 0) < place) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  clear(): void {
    this.#blocks = [];
    this.#length = 0;
  }
}
