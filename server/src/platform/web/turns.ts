import type { TaskScheduler } from '../platform.ts';

export const turns: TaskScheduler = {
  /**
   * Timers that are set by timers wait for 4 ms in browsers; a message to oneself does not. A channel for each, so that
   * nothing is left open.
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
