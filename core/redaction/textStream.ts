/** Redacts a text of any length in chunks. Keeps documents together, because their structure identifies credentials. */
import { keepJson, keepJsonLine } from './repair/keepJson.ts';
import { createLineRedactor, type LineRedactor } from './lineRedactor.ts';
import { quoteHidden } from './repair/quoteHidden.ts';
import { kindOf, type Redaction } from './redaction.ts';
import type { TextKind } from './detectCredentials.ts';

/** Number of log characters per chunk. A group of related log lines is rarely longer. */
const window = 256 * 1024;
/** Number of YAML characters per chunk. Longer files are split between documents and items. */
const longestYaml = 8 * 2 ** 20;
/** Maximum number of characters of a JSON document. */
const longestJson = 64 * 2 ** 20;
/** Maximum number of characters of a log line. Longer lines are omitted, because their analysis takes too long. */
const longestLine = 8 * 2 ** 20;

/** Reason a file can't be redacted. `secret`: it mentions a Secret but can't be parsed. */
export type Unfit = 'binary' | 'secret' | 'tooLarge';

export class TextStream {
  readonly #redaction: Redaction;
  readonly #kind: TextKind;
  readonly #isJson: boolean;
  readonly #lines: LineRedactor;
  /** Lines that aren't ready yet, before the last step. */
  readonly #sources: string[] = [];
  #rest = '';
  /** Number of omitted characters of the current line so far. */
  #dropped = 0;
  #count = 0;
  #unfit: Unfit | undefined;
  #hasEnded = false;

  /**
   * Creates a stream for one file.
   * @param path path of the file in the must-gather
   */
  constructor(redaction: Redaction, path: string) {
    this.#redaction = redaction;
    this.#kind = kindOf(path);
    this.#isJson = path.endsWith('.json');
    this.#lines = createLineRedactor(path);
  }

  /** Number of replaced ranges so far. */
  get count(): number {
    return this.#count + this.#lines.count;
  }

  /** Reason the file, including the text returned so far, must not leave the computer. */
  get unfit(): Unfit | undefined {
    return this.#unfit;
  }

  /**
   * Adds the next chunk.
   * @returns the redacted text that is complete so far
   */
  write(piece: string): string {
    if (piece.includes('\0')) this.#unfit = 'binary';
    if (this.#unfit !== undefined) return '';
    this.#rest += piece;
    const out: string[] = [];
    for (let cut = this.#cut(); cut > 0; cut = this.#cut()) {
      const part = this.#rest.slice(0, cut);
      this.#rest = this.#rest.slice(cut);
      out.push(this.#redacted(part));
    }
    return out.join('');
  }

  /**
   * Ends the text.
   * @returns the remaining redacted text
   */
  end(): string {
    if (this.#unfit !== undefined) return '';
    const last = this.#rest;
    this.#rest = '';
    this.#hasEnded = true;
    return this.#redacted(last);
  }

  /** Returns the position where the text can be split, or 0 if it can't be split yet. */
  #cut(): number {
    const { length } = this.#rest;
    if (this.#isJson) {
      if (length > longestJson) this.#unfit = 'tooLarge';
      return 0;
    }
    if (this.#kind.isYaml) return length > longestYaml ? this.#cutOfYaml() : 0;
    if (length < window) return 0;
    const end = this.#rest.lastIndexOf('\n') + 1;
    if (end === 0) return this.#dropLongLine();
    // A line that starts with a space usually belongs to the previous one.
    for (let at = end; at > end - window / 2 && at > 0; at = this.#rest.lastIndexOf('\n', at - 2) + 1)
      if (/\S/.test(this.#rest[at] ?? '')) return at;
    return end;
  }

  #cutOfYaml(): number {
    const cut = Math.max(this.#rest.lastIndexOf('\n---'), this.#rest.lastIndexOf('\n- '));
    // An alias after the split can refer to an anchor before it.
    if (cut <= 0 || /(?:^|\s)[&*][A-Za-z][\w-]*(?:\s|$)/.test(this.#rest)) this.#unfit = 'tooLarge';
    return this.#unfit === undefined ? cut + 1 : 0;
  }

  #dropLongLine(): number {
    if (this.#dropped === 0 && this.#rest.length <= longestLine) return 0;
    this.#dropped += this.#rest.length;
    this.#rest = '';
    return 0;
  }

  /** Handles the end of a line whose start was omitted. */
  #withoutLongLine(text: string): string {
    if (this.#dropped === 0) return text;
    const end = text.indexOf('\n');
    const length = this.#dropped + (end < 0 ? text.length : end);
    this.#dropped = 0;
    this.#count += 1;
    return `*** (a line of ${length} characters was left out)${end < 0 ? '' : text.slice(end)}`;
  }

  #redacted(written: string): string {
    const text = this.#withoutLongLine(written);
    const found = this.#redaction.find(text, this.#kind);
    this.#count += found.count;
    if (found.isUnreadable) this.#unfit = 'secret';
    if (this.#unfit !== undefined) return '';
    const isWhole = found.text === '' || found.text.endsWith('\n');
    const lines = found.text.split('\n');
    if (isWhole) lines.pop();
    const out = lines.flatMap((line) => this.#kept(line, this.#lines.lines(line)));
    if (this.#hasEnded) out.push(...this.#kept(undefined, this.#lines.end()));
    if (out.length === 0) return '';
    const redacted = `${out.join('\n')}${isWhole ? '\n' : ''}`;
    if (this.#isJson) return keepJson(found.text, redacted);
    return this.#kind.isYaml ? quoteHidden(redacted) : redacted;
  }

  /**
   * Repairs the JSON in the lines that are ready.
   * @param source the next line before the last step
   */
  #kept(source: string | undefined, ready: readonly string[]): readonly string[] {
    // A JSON file is one document, which is repaired as a whole.
    if (this.#isJson) return ready;
    if (source !== undefined) this.#sources.push(source);
    const sources = this.#sources.splice(0, ready.length);
    return ready.map((line, index) => keepJsonLine(sources[index] ?? '', line));
  }
}
