/** What writes a log as it comes in. Without VS Code. */
import type { GrowingLog } from './sources/logSource.ts';

/** It goes on until it has ended. `stop` ends it early; `ended`: what it made on the cluster is cleaned up. */
export interface BegunWriting {
  readonly stop: () => void;
  readonly ended: Promise<void>;
}

/** Begins to write. */
export type Writing = (log: Pick<GrowingLog, 'append' | 'room' | 'end'>) => BegunWriting;
