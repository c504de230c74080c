/** Creates logs whose lines arrive in a stream, such as from a command that follows a journal. */
import { tmpdir } from 'node:os';
import type { LogOrigin } from '#core/logs/formats/logLine.ts';
import { realClock } from '#client/kubernetes/clock.ts';
import type { AppendableLog } from './logSource.ts';
import { SpilledLines, type SpillOptions } from './spilledLines.ts';
import { StoredLog } from './storedLog.ts';

/**
 * Creates a log.
 * @param options origin of lines that don't name one, and where to store older lines
 */
export function createStreamLog({
  origin,
  ...options
}: Partial<SpillOptions> & { readonly origin?: LogOrigin } = {}): AppendableLog {
  const lines = new SpilledLines({ clock: realClock, folder: tmpdir(), ...options });
  return new StreamLog(lines, origin === undefined ? {} : { origin });
}

class StreamLog extends StoredLog implements AppendableLog {
  readonly #lines: SpilledLines;

  constructor(lines: SpilledLines, hint: { readonly origin?: LogOrigin }) {
    super(lines, hint, () => undefined);
    this.#lines = lines;
  }

  append(lines: readonly string[]): void {
    this.#lines.append(lines);
  }

  waitForSpace(): Promise<void> | undefined {
    return this.#lines.waitForSpace();
  }

  end(problem?: string): void {
    this.#lines.end(problem);
  }
}
