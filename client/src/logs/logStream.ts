/** Defines log streams, which write lines to a log as they arrive. Doesn't use VS Code. */
import type { AppendableLog } from './sources/logSource.ts';

/**
 * A running stream. `stop` ends it early. `ended` resolves when everything that it created on the cluster is cleaned
 * up.
 */
export interface LogStream {
  readonly stop: () => void;
  readonly ended: Promise<void>;
}

/** Starts to write lines to a log. */
export type StartLogStream = (log: Pick<AppendableLog, 'append' | 'waitForSpace' | 'end'>) => LogStream;
