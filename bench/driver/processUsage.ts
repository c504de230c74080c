/** What the kernel knows of a process: its CPU time and its memory. Linux only, from /proc. */
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * CPU time of all threads of a process so far, in milliseconds (from schedstat: the counters of `stat` tick every 10 ms
 * only).
 */
export function cpuMs(pid: number): number {
  let nanoseconds = 0;
  for (const task of readdirSync(`/proc/${pid}/task`)) {
    try {
      nanoseconds += Number(readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'utf8').split(' ')[0]);
    } catch {
      // The thread ended meanwhile.
    }
  }
  return nanoseconds / 1e6;
}

/** Resident memory in MiB: now, or the most that it ever was. */
export function rssMiB(pid: number, when: 'now' | 'most' = 'now'): number {
  const name = when === 'now' ? 'VmRSS' : 'VmHWM';
  const match = new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  if (match === null) throw new Error(`no ${name} for process ${pid}`);
  return Number(match[1]) / 1024;
}

/** Waits until the process has done nothing for a while, so that one measurement does not pay for the one before. */
export async function idle(pid: number): Promise<void> {
  const quiet = 80;
  for (let before = cpuMs(pid); ;) {
    await pause(quiet);
    const now = cpuMs(pid);
    if (now - before < 0.5) return;
    before = now;
  }
}
