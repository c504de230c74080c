/**
 * Searches bytes for any of several texts in one pass. Compares blocks of two bytes and skips the positions where no
 * text can start. On logs, this needs a fraction of the time of one search per text.
 */
export class HintSearch {
  readonly #texts: readonly Buffer[];
  /** Number of bytes of each text that the blocks cover. */
  readonly #length: number;
  /** For each block, the number of bytes that the search can skip. 0 if a text can end here. */
  readonly #skips = new Uint8Array(1 << 16);

  /** @param texts of at least two bytes */
  constructor(texts: readonly Buffer[]) {
    this.#texts = texts;
    this.#length = Math.min(255, ...texts.map(({ length }) => length));
    this.#skips.fill(this.#length - 1);
    for (const text of texts) {
      for (let at = 1; at < this.#length; at += 1) {
        const block = ((text[at - 1] ?? 0) << 8) | (text[at] ?? 0);
        this.#skips[block] = Math.min(this.#skips[block] ?? 0, this.#length - 1 - at);
      }
    }
  }

  /** Returns whether the bytes contain any of the texts. */
  isIn(bytes: Buffer): boolean {
    const [skips, length, end] = [this.#skips, this.#length, bytes.length];
    for (let at = length - 1; at < end;) {
      const skip = skips[((bytes[at - 1] ?? 0) << 8) | (bytes[at] ?? 0)] ?? 0;
      if (skip === 0 && this.#startsAt(bytes, at - length + 1)) return true;
      at += skip === 0 ? 1 : skip;
    }
    return false;
  }

  #startsAt(bytes: Buffer, start: number): boolean {
    return this.#texts.some(
      (text) =>
        bytes[start] === text[0] &&
        start + text.length <= bytes.length &&
        bytes.compare(text, 0, text.length, start, start + text.length) === 0,
    );
  }
}
