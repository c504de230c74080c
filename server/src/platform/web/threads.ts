import type { ThreadJob, Threads } from '../platform.ts';

/** The server in a browser is one file that loads no other: long work is done in slices, and each step of it has tighter bounds. */
export const threads: Threads | undefined = undefined;

export const threadJob: ThreadJob = { job: () => undefined, send: () => undefined };
