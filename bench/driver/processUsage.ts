/** Reads the CPU time and memory of a process from /proc. Linux only. */
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * Returns the total CPU time of all threads of a process, in milliseconds. Reads schedstat, because the counters in
 * `stat` have a resolution of only 10 ms.
 */
export function cpuMs(pid: number): number {
  let nanoseconds = 0;
  for (const task of readdirSync(`/proc/${pid}/task`)) {
    try {
      nanoseconds += Number(readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'utf8').split(' ')[0]);
    } catch {
      // The thread exited in the meantime.
    }
  }
  return nanoseconds / 1e6;
}

/** Returns the current or peak resident memory of a process, in MiB. */
export function rssMiB(pid: number, when: 'now' | 'most' = 'now'): number {
  const name = when === 'now' ? 'VmRSS' : 'VmHWM';
  const match = new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  if (match === null) throw new Error(`no ${name} for process ${pid}`);
  return Number(match[1]) / 1024;
}

/** Waits until the process is idle, so that earlier work doesn't distort the next measurement. */
export async function idle(pid: number): Promise<void> {
  const quiet = 80;
  for (let before = cpuMs(pid); ;) {
    await pause(quiet);
    const now = cpuMs(pid);
    if (now - before < 0.5) return;
    before = now;
  }
}
