/** Prints messages in addition to the regular output. */
import process from 'node:process';
import { sanitizeTerminalLine } from '#core/text/sanitize.ts';

/** Writes a line to standard error. */
export function printMessage(message: string): void {
  process.stderr.write(`osc-tools: ${sanitizeTerminalLine(message)}\n`);
}
