import process from 'node:process';
import type { TaskScheduler } from '../platform.ts';

export const turns: TaskScheduler = {
  /** Doesn't use `performance`, for which Node.js loads several modules. */
  now() {
    const [seconds, nanoseconds] = process.hrtime();
    return seconds * 1000 + nanoseconds / 1e6;
  },
  nextTurn: setImmediate,
  later(milliseconds, work) {
    setTimeout(work, milliseconds).unref();
  },
};
