/** Stops commands that follow a cluster. */
import process from 'node:process';

export interface StopSignal {
  readonly signal: AbortSignal;
  /** Name of the signal that stopped the command. Undefined if the reader of the output is gone, or before that. */
  readonly stoppedBy: () => NodeJS.Signals | undefined;
  readonly end: () => void;
}

const signals = ['SIGINT', 'SIGTERM'] as const;

/** Returns a signal that aborts when the user stops the command, or when the reader of its output is gone. */
export function stopSignal(): StopSignal {
  const stopped = new AbortController();
  let stoppedBy: NodeJS.Signals | undefined;
  const stop = (): void => stopped.abort();
  const stopBy = (name: NodeJS.Signals): void => {
    stoppedBy = name;
    stop();
  };
  for (const name of signals) process.once(name, stopBy);
  process.stdout.once('error', stop);
  return {
    signal: stopped.signal,
    stoppedBy: () => stoppedBy,
    end() {
      for (const name of signals) process.off(name, stopBy);
      process.stdout.off('error', stop);
    },
  };
}
