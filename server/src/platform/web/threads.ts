import type { ThreadJob, Threads } from '../platform.ts';

/**
 * Provides no threads, because the server in a browser is a single file. Long-running work runs in slices with tighter
 * limits per step.
 */
export const threads: Threads | undefined = undefined;

export const threadJob: ThreadJob = { job: () => undefined, send: () => undefined };
