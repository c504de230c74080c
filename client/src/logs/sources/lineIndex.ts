/**
 * Index of where lines begin in a file: every 256th line, and at least one per MiB, so that little data has to be read
 * to find a line. For a journal of 1 GB, the index takes 0.3 MB. At 16 MB, every second entry is dropped and the
 * distance between new entries doubles.
 */
const most = 1_000_000;
const firstStride = 256;
const farthest = 1 << 20;

export class LineIndex {
  #lines = new Float64Array(1024);
  #offsets = new Float64Array(1024);
  #length = 1;
  #stride = firstStride;
  #farthest = farthest;

  /** Size of the index, in bytes. */
  get bytes(): number {
    return this.#lines.byteLength + this.#offsets.byteLength;
  }

  /** Records the offset of a line if the index needs it. Must be called in line order. */
  note(line: number, offset: number): void {
    const last = this.#length - 1;
    if (line - (this.#lines[last] ?? 0) < this.#stride && offset - (this.#offsets[last] ?? 0) < this.#farthest) return;
    if (this.#length >= most) this.#thin();
    if (this.#length === this.#lines.length) {
      this.#lines = grown(this.#lines);
      this.#offsets = grown(this.#offsets);
    }
    this.#lines[this.#length] = line;
    this.#offsets[this.#length] = offset;
    this.#length += 1;
  }

  /** Returns the nearest indexed line at or before a line. */
  before(line: number): { readonly line: number; readonly offset: number } {
    let low = 0;
    let high = this.#length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#lines[middle] ?? 0) <= line) low = middle;
      else high = middle - 1;
    }
    return { line: this.#lines[low] ?? 0, offset: this.#offsets[low] ?? 0 };
  }

  #thin(): void {
    const kept = Math.ceil(this.#length / 2);
    for (let index = 0; index < kept; index += 1) {
      this.#lines[index] = this.#lines[index * 2] ?? 0;
      this.#offsets[index] = this.#offsets[index * 2] ?? 0;
    }
    this.#length = kept;
    this.#stride *= 2;
    this.#farthest *= 2;
  }
}

function grown(from: Float64Array<ArrayBuffer>): Float64Array<ArrayBuffer> {
  const to = new Float64Array(from.length * 2);
  to.set(from);
  return to;
}
