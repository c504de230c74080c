/** Stops commands that follow a cluster. */
import process from 'node:process';

export interface StopSignal {
  readonly signal: AbortSignal;
  /** Name of the signal that stopped the command. Undefined if the reader of the output is gone, or before that. */
  readonly stoppedBy: () => NodeJS.Signals | undefined;
  readonly end: () => void;
}

/**
 * Returns a signal that aborts when the user stops the command, or when the reader of its output is gone. A second
 * Ctrl+C ends the process, unless `onRepeat` is set.
 * @param onRepeat for a command that cleans up before it ends: called for each further signal, which is then ignored.
 * Such a command also cleans up when its terminal closes (SIGHUP).
 */
export function stopSignal(onRepeat?: () => void): StopSignal {
  const stopped = new AbortController();
  let stoppedBy: NodeJS.Signals | undefined;
  const stop = (): void => stopped.abort();
  const signals: readonly NodeJS.Signals[] = [
    'SIGINT',
    'SIGTERM',
    ...(onRepeat === undefined ? [] : ['SIGHUP' as const]),
  ];
  const stopBy = (name: NodeJS.Signals): void => {
    if (onRepeat === undefined) process.off(name, stopBy);
    else if (stoppedBy !== undefined) onRepeat();
    stoppedBy ??= name;
    stop();
  };
  for (const name of signals) process.on(name, stopBy);
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
