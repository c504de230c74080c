import type { Turns } from '../platform.ts';

export const turns: Turns = {
  nextTurn: setImmediate,
  later(milliseconds, work) {
    setTimeout(work, milliseconds).unref();
  },
};
