import type { ChildProcesses } from '../platform.ts';

/** Provides no processes, because a browser has none. */
export const childProcesses: ChildProcesses | undefined = undefined;
