/** Makes the source of an output wait while its reader is slower. */
import type { Writable } from 'node:stream';

/**
 * Returns a function that returns a promise to wait for while the buffer of the output is full. All callers share one
 * promise, so that the output has one listener for each event. The promise also resolves when the output closes.
 */
export function waitForOutput(output: Writable): () => Promise<void> | undefined {
  let space: Promise<void> | undefined;
  return () => {
    if (!output.writableNeedDrain || output.destroyed) return undefined;
    space ??= new Promise((resolve) => {
      const end = (): void => {
        output.off('drain', end);
        output.off('close', end);
        space = undefined;
        resolve();
      };
      output.on('drain', end);
      output.on('close', end);
    });
    return space;
  };
}
