/** Redacts a text of any length piece by piece. Documents are kept together, because their structure tells what is in them. */
import { createLineRedactor, type LineRedactor } from './lines.ts';
import { kindOf, type Redaction } from './redaction.ts';
import type { TextKind } from './detect.ts';

/** Characters of a log that are looked at together. What belongs together in a log is rarely longer. */
const window = 256 * 1024;
/** Characters of YAML that are looked at together. Longer files are cut between their documents and items. */
const longestYaml = 8 * 2 ** 20;
/** Characters of a JSON document. */
const longestJson = 64 * 2 ** 20;
/** Characters of one line of a log. Longer lines are left out: nobody can look through them in time. */
const longestLine = 8 * 2 ** 20;

/** Why a file can't be redacted. `secret`: it says that it holds a Secret, and can't be read. */
export type Unfit = 'binary' | 'secret' | 'tooLarge';

export class TextStream {
  readonly #redaction: Redaction;
  readonly #kind: TextKind;
  readonly #isJson: boolean;
  readonly #lines: LineRedactor;
  #rest = '';
  /** Characters of a line that are left out so far. */
  #dropped = 0;
  #count = 0;
  #unfit: Unfit | undefined;
  #hasEnded = false;

  /** @param path of the file in the must-gather */
  constructor(redaction: Redaction, path: string) {
    this.#redaction = redaction;
    this.#kind = kindOf(path);
    this.#isJson = path.endsWith('.json');
    this.#lines = createLineRedactor(path);
  }

  /** How many stretches were replaced so far. */
  get count(): number {
    return this.#count + this.#lines.count;
  }

  /** Why the file must not be handed on. What was returned so far must not be, either. */
  get unfit(): Unfit | undefined {
    return this.#unfit;
  }

  /** The next piece. @returns what may be handed on by now */
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

  /** There is no more. @returns what is left */
  end(): string {
    if (this.#unfit !== undefined) return '';
    const last = this.#withoutLongLine(this.#rest);
    this.#rest = '';
    this.#hasEnded = true;
    const text = this.#redacted(last);
    const left = this.#lines.end();
    if (this.#unfit !== undefined) return '';
    return `${text}${left.length === 0 ? '' : `${left.join('\n')}${last === '' || last.endsWith('\n') ? '\n' : ''}`}`;
  }

  /** Where the text so far can be cut. 0: nowhere yet. */
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
    // A line that begins with a blank mostly belongs to the one before.
    for (let at = end; at > end - window / 2 && at > 0; at = this.#rest.lastIndexOf('\n', at - 2) + 1) if (/\S/.test(this.#rest[at] ?? '')) return at;
    return end;
  }

  #cutOfYaml(): number {
    const cut = Math.max(this.#rest.lastIndexOf('\n---'), this.#rest.lastIndexOf('\n- '));
    // What an anchor names may be used on the other side of the cut.
    if (cut <= 0 || /(?:^|\s)[&*][A-Za-z][\w-]*(?:\s|$)/.test(this.#rest)) this.#unfit = 'tooLarge';
    return this.#unfit === undefined ? cut + 1 : 0;
  }

  #dropLongLine(): number {
    if (this.#dropped === 0 && this.#rest.length <= longestLine) return 0;
    this.#dropped += this.#rest.length;
    this.#rest = '';
    return 0;
  }

  /** The end of a line whose beginning was left out. */
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
    if (text === '' && this.#hasEnded) return '';
    const found = this.#redaction.find(text, this.#kind);
    this.#count += found.count;
    if (found.isUnreadable) this.#unfit = 'secret';
    if (this.#unfit !== undefined) return '';
    const isWhole = found.text.endsWith('\n');
    const lines = found.text.split('\n');
    if (isWhole) lines.pop();
    const out = lines.flatMap((line) => this.#lines.lines(line));
    return out.length === 0 ? '' : `${out.join('\n')}${isWhole ? '\n' : ''}`;
  }
}
