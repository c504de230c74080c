import process from 'node:process';
import { parentPort, Worker, workerData } from 'node:worker_threads';
import type { ThreadFate, ThreadJob, Threads } from '../platform.ts';

/** Milliseconds between two looks at a thread. */
const lookEvery = 50;

/** In the source, programs are at their places; bundled, all of them are beside each other. */
const programAt = (program: string): URL =>
  import.meta.url.endsWith('.ts')
    ? new URL(`../../${program}.ts`, import.meta.url)
    : new URL(`${program.slice(program.lastIndexOf('/') + 1)}.js`, import.meta.url);

export const threads: Threads | undefined = {
  start: async ({ program, job, longestSilence, isCancelled, take }) => {
    const worker = new Worker(typeof program === 'string' ? programAt(program) : program, {
      workerData: job,
      // The language of the server, which is among its arguments.
      argv: process.argv.slice(2),
      // No limit of the heap: a thread that reaches it quickly takes the whole process with it. What is done there has bounds of its own.
    });
    let heard = performance.now();
    return new Promise<ThreadFate>((resolve) => {
      const finish = (fate: ThreadFate) => {
        clearInterval(timer);
        resolve(fate);
      };
      const end = (fate: ThreadFate) => {
        finish(fate);
        void worker.terminate();
      };
      const timer = setInterval(() => {
        if (isCancelled()) end('cancelled');
        else if (performance.now() - heard > longestSilence) end('silent');
      }, lookEvery);
      worker.on('message', (sent) => {
        heard = performance.now();
        take(sent);
      });
      worker.on('error', () => finish('failed'));
      worker.on('exit', (code) => finish(code === 0 ? 'done' : 'failed'));
    });
  },
};

/** A thread's own side. */
export const threadJob: ThreadJob = {
  job: () => workerData,
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- not the method of a window
  send: (message) => parentPort?.postMessage(message),
};
