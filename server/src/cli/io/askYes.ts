/** Asks the user a question in a terminal. */
import process from 'node:process';
import { createInterface } from 'node:readline';

/** Where the question appears. */
interface Terminal {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
}

/** Returns whether the user can answer a question. In a pipe or in CI, no one can. */
export function isInteractive(): boolean {
  return process.stdin.isTTY && process.stderr.isTTY;
}

/**
 * Asks a question. Returns whether the user answers `y` or `yes`. The end of the input counts as no, and so does an
 * abort. The question goes to standard error, because standard output can be redirected.
 * @param question without the choices
 */
export async function askYes(
  question: string,
  signal: AbortSignal,
  { input, output }: Terminal = { input: process.stdin, output: process.stderr },
): Promise<boolean> {
  if (signal.aborted) return false;
  // `terminal: false` leaves Ctrl+C to the system, which sends SIGINT.
  const lines = createInterface({ input, output, terminal: false });
  try {
    const answer = await new Promise<string>((resolve) => {
      lines.once('close', () => resolve(''));
      signal.addEventListener('abort', () => resolve(''), { once: true });
      lines.question(`${question} [y/N] `, resolve);
    });
    return /^y(?:es)?$/i.test(answer.trim());
  } finally {
    lines.close();
  }
}
