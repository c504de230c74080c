import type { TaskScheduler } from '../platform.ts';

export const turns: TaskScheduler = {
  now: () => performance.now(),
  /**
   * Uses a message, because browsers delay nested timers by 4 ms. Each call has its own channel, so that no channel
   * remains open.
   */
  nextTurn(work) {
    const { port1, port2 } = new MessageChannel();
    const take = () => {
      port1.close();
      work();
    };
    port1.addEventListener('message', take, { once: true });
    port1.start();
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- not the method of a window
    port2.postMessage(undefined);
  },
  later(milliseconds, work) {
    setTimeout(work, milliseconds);
  },
};
