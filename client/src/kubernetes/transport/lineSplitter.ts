/** Splits the bytes of a stream into lines of limited length. Chunks can end inside a character. */
import { StringDecoder } from 'node:string_decoder';

export class Lines {
  readonly #decoder = new StringDecoder('utf8');
  readonly #limit: number;
  readonly #cuts: boolean;
  #parts: string[] = [];
  #length = 0;

  /**
   * Creates a splitter.
   * @param limit maximum length of a line, in characters
   * @param cuts true to cut longer lines instead of reporting them
   */
  constructor(limit: number, cuts = false) {
    this.#limit = limit;
    this.#cuts = cuts;
  }

  /**
   * Passes complete lines to `onLine` as long as it returns true.
   * @returns false if a line is too long
   */
  push(chunk: Buffer, onLine: (line: string) => boolean): boolean {
    return this.#take(this.#decoder.write(chunk), onLine);
  }

  /** Passes the text after the last line break to `onLine`. Call it when the stream has ended normally. */
  end(onLine: (line: string) => boolean): void {
    this.#take(this.#decoder.end(), () => true);
    const rest = this.#joined('');
    this.#parts = [];
    if (rest !== '') onLine(rest);
  }

  #take(text: string, onLine: (line: string) => boolean): boolean {
    let from = 0;
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', from)) {
      if (!this.#cuts && this.#length + at - from > this.#limit) return false;
      const line = this.#joined(text.slice(from, at));
      this.#parts = [];
      this.#length = 0;
      from = at + 1;
      if (!onLine(line)) return true;
    }
    if (from < text.length && (!this.#cuts || this.#length < this.#limit)) {
      this.#parts.push(from === 0 ? text : text.slice(from));
      this.#length += text.length - from;
    }
    return this.#cuts || this.#length <= this.#limit;
  }

  /** Returns the current line with its last part. */
  #joined(end: string): string {
    const line = this.#parts.join('') + end;
    return this.#cuts && line.length > this.#limit ? line.slice(0, this.#limit) : line;
  }
}
