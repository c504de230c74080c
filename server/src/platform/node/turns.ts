import type { TaskScheduler } from '../platform.ts';

export const turns: TaskScheduler = {
  nextTurn: setImmediate,
  later(milliseconds, work) {
    setTimeout(work, milliseconds).unref();
  },
};
