/** What the program has to say besides its output. */
import process from 'node:process';
import { toPrintableLine } from './toPrintableLine.ts';

/** Writes a line to standard error. */
export function printMessage(message: string): void {
  process.stderr.write(`osc-tools: ${toPrintableLine(message)}\n`);
}
