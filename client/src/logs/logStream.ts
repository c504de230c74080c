/** What writes a log as it comes in. Without VS Code. */
import type { AppendableLog } from './sources/logSource.ts';

/** It goes on until it has ended. `stop` ends it early; `ended`: what it made on the cluster is cleaned up. */
export interface LogStream {
  readonly stop: () => void;
  readonly ended: Promise<void>;
}

/** Begins to write. */
export type StartLogStream = (log: Pick<AppendableLog, 'append' | 'room' | 'end'>) => LogStream;
