/**
 * Measures the CPU time of a single thread, so that other processes and the threads of the garbage collector don't
 * count.
 */
import { readFileSync } from 'node:fs';
import process from 'node:process';

/**
 * Starts measuring the CPU time of this thread. Returns a function that returns the time since then, in milliseconds.
 */
export function stopwatch(): () => number {
  const used = process.threadCpuUsage();
  return () => {
    const { user, system } = process.threadCpuUsage(used);
    return (user + system) / 1000;
  };
}

/**
 * Measures the main thread of another process in the same way. Uses the elapsed time if the operating system doesn't
 * report CPU time.
 */
export function stopwatchOf({ pid }: { readonly pid?: number | undefined }): () => number {
  const began = performance.now();
  const used = mainThread(pid);
  return () => {
    const now = mainThread(pid);
    return used === undefined || now === undefined ? performance.now() - began : now - used;
  };
}

/** Returns the CPU time of the main thread of a process, in milliseconds. Linux reports it in nanoseconds. */
function mainThread(pid = 0): number | undefined {
  try {
    return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
  } catch {
    return undefined;
  }
}
