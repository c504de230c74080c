/** What the program has to say besides its output. */
import process from 'node:process';
import { printable } from './toPrintableLine.ts';

/** Writes a line to standard error. */
export function say(message: string): void {
  process.stderr.write(`osc-tools: ${printable(message)}\n`);
}
