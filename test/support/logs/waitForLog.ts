/** Waits for logs. */
import type { LogSource, LogState } from '#client/logs/sources/logSource.ts';

/** Resolves when the state meets a condition. */
export async function until(log: LogSource, wanted: (state: LogState) => boolean): Promise<void> {
  if (wanted(log.state)) return;
  await new Promise<void>((resolve) => {
    const stop = log.onChange(() => {
      if (!wanted(log.state)) return;
      stop();
      resolve();
    });
  });
}
