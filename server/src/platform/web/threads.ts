import type { ThreadJob, Threads } from '../platform.ts';

/**
 * The server in a browser is a single file, so it has no threads. Long work runs in slices with tighter limits per
 * step.
 */
export const threads: Threads | undefined = undefined;

export const threadJob: ThreadJob = { job: () => undefined, send: () => undefined };
