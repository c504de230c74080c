/** Asks for a confirmation in a terminal. */
import process from 'node:process';
import { createInterface } from 'node:readline';
import { sanitizeTerminalLine } from '#core/text/sanitize.ts';

/** Returns whether the user can answer a question. */
export function canAsk(): boolean {
  return process.stdin.isTTY;
}

/**
 * Asks a question on standard error. Returns false unless the user enters `y` or `yes`, and if `signal` aborts or the
 * input ends.
 */
export function askYes(question: string, signal: AbortSignal): Promise<boolean> {
  if (signal.aborted) return Promise.resolve(false);
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  return new Promise((resolve) => {
    const finish = (isYes: boolean): void => {
      signal.removeEventListener('abort', stop);
      resolve(isYes);
      lines.close();
    };
    const stop = (): void => finish(false);
    signal.addEventListener('abort', stop, { once: true });
    // While a question is open, the terminal doesn't send the signal itself.
    lines.once('SIGINT', () => process.kill(process.pid, 'SIGINT'));
    lines.once('close', stop);
    lines.question(`${sanitizeTerminalLine(question)} [y/N] `, (answer) => finish(/^y(?:es)?$/i.test(answer.trim())));
  });
}
