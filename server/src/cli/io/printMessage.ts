/** Prints messages in addition to the regular output. */
import process from 'node:process';
import { sanitizeTerminalLine } from '#core/text/sanitize.ts';

/** Writes a line to standard error. */
export function printMessage(message: string): void {
  process.stderr.write(`osc-tools: ${sanitizeTerminalLine(message)}\n`);
}

/** Shows one line of progress in a terminal. A pipe gets no progress. */
export class ProgressLine {
  readonly #isShown = process.stderr.isTTY;

  show(text: string): void {
    if (this.#isShown) process.stderr.write(`\r\u001b[K${sanitizeTerminalLine(text)}`);
  }

  clear(): void {
    if (this.#isShown) process.stderr.write('\r\u001b[K');
  }
}
