/** How long something took: by the clock, or by the processor where that is less, so that a busy machine does not count. */
import process from 'node:process';

/** Starts to count; what it gives tells the milliseconds since. */
export function stopwatch(): () => number {
  const began = performance.now();
  const used = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(used);
    return Math.min(performance.now() - began, (user + system) / 1000);
  };
}
