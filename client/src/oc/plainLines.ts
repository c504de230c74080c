/**
 * Splits the output of a process into lines and removes colors and other terminal control sequences. Doesn't use VS
 * Code.
 */
import { StringDecoder } from 'node:string_decoder';

/** Maximum length of a line, in characters. Longer lines are truncated and end in " ...". */
const longestLine = 64 * 1024;

// Terminal escape sequences (ECMA-48: CSI, OSC, and two-character ones), then single control characters except the tab.
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const escapes = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[@-Z\\-_])/g;
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;

export class PlainLines {
  readonly #decoder = new StringDecoder('utf8');
  readonly #onLine: (line: string) => void;
  #rest = '';
  #cut = false;

  constructor(onLine: (line: string) => void) {
    this.#onLine = onLine;
  }

  push(chunk: Buffer): void {
    this.#take(this.#decoder.write(chunk));
  }

  /** Passes the text after the last line break to `onLine`. */
  end(): void {
    this.#take(this.#decoder.end());
    if (this.#rest !== '' || this.#cut) this.#hand('');
  }

  #take(text: string): void {
    let from = 0;
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', from)) {
      this.#hand(text.slice(from, at));
      from = at + 1;
    }
    this.#keep(text.slice(from));
  }

  #keep(text: string): void {
    const waitForSpace = longestLine - this.#rest.length;
    if (text.length > waitForSpace) this.#cut = true;
    this.#rest += text.slice(0, Math.max(0, waitForSpace));
  }

  #hand(text: string): void {
    this.#keep(text);
    const line = `${plainText(this.#rest)}${this.#cut ? ' ...' : ''}`;
    this.#rest = '';
    this.#cut = false;
    this.#onLine(line);
  }
}

export function plainText(text: string): string {
  return text.replaceAll(escapes, '').replaceAll(controls, '');
}
