/**
 * Keeps the newest lines of a growing log in memory, with limits on what the cluster can send. Independent of VS Code.
 */

export class NewestLines {
  readonly #most: { readonly lines: number; readonly characters: number };
  #lines: string[] = [];
  #characters = 0;

  constructor(most: { readonly lines: number; readonly characters: number }) {
    this.#most = most;
  }

  add(line: string): void {
    this.#lines.push(line);
    this.#characters += line.length + 1;
    // Discards many lines at once, for performance.
    if (this.#lines.length >= 2 * this.#most.lines || this.#characters >= 2 * this.#most.characters) this.#forget();
  }

  /** Returns the lines in order. */
  all(): readonly string[] {
    this.#forget();
    return this.#lines;
  }

  #forget(): void {
    let first = Math.max(0, this.#lines.length - this.#most.lines);
    for (const line of this.#lines.slice(0, first)) this.#characters -= line.length + 1;
    for (; this.#characters > this.#most.characters && first < this.#lines.length; first += 1)
      this.#characters -= (this.#lines[first] ?? '').length + 1;
    this.#lines = this.#lines.slice(first);
  }
}
