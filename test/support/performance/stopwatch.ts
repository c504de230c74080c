/**
 * How long something took: on the processor and on this thread alone, so that a busy machine and the collector's
 * helpers do not count.
 */
import { readFileSync } from 'node:fs';
import process from 'node:process';

/** Starts to count; what it gives tells the milliseconds since. */
export function stopwatch(): () => number {
  const used = process.threadCpuUsage();
  return () => {
    const { user, system } = process.threadCpuUsage(used);
    return (user + system) / 1000;
  };
}

/** The same for the main thread of another process; by the clock where the system does not tell. */
export function stopwatchOf({ pid }: { readonly pid?: number | undefined }): () => number {
  const began = performance.now();
  const used = mainThread(pid);
  return () => {
    const now = mainThread(pid);
    return used === undefined || now === undefined ? performance.now() - began : now - used;
  };
}

/** Milliseconds that the main thread of a process has had on the processor: Linux keeps them, in nanoseconds. */
function mainThread(pid = 0): number | undefined {
  try {
    return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
  } catch {
    return undefined;
  }
}
