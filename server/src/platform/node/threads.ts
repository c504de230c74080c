import process from 'node:process';
import { parentPort, Worker, workerData } from 'node:worker_threads';
import type { ThreadOutcome, ThreadJob, Threads } from '../platform.ts';

/** Interval between two checks of a thread, in milliseconds. */
const lookEvery = 50;
/**
 * Maximum time from the start of a thread to its first message, in milliseconds. On a busy computer, loading takes many
 * seconds.
 */
const longestStart = 60_000;

/** Returns the URL of a script: its source file, or the bundle in the same folder as this module's bundle. */
const programAt = (program: string): URL =>
  import.meta.url.endsWith('.ts')
    ? new URL(`../../${program}.ts`, import.meta.url)
    : new URL(`${program.slice(program.lastIndexOf('/') + 1)}.js`, import.meta.url);

export const threads: Threads | undefined = {
  start: async ({ program, job, longestSilence, isCancelled, take }) => {
    const worker = new Worker(typeof program === 'string' ? programAt(program) : program, {
      workerData: job,
      // Passes on the language, which is an argument of the server.
      argv: process.argv.slice(2),
      // Sets no heap limit, because a thread that quickly exceeds it stops the whole process. The work in a thread has
      // its own limits.
    });
    let heard = performance.now();
    let limit = longestStart;
    return new Promise<ThreadOutcome>((resolve) => {
      const finish = (fate: ThreadOutcome) => {
        clearInterval(timer);
        resolve(fate);
      };
      const end = (fate: ThreadOutcome) => {
        finish(fate);
        void worker.terminate();
      };
      const timer = setInterval(() => {
        if (isCancelled()) end('cancelled');
        else if (performance.now() - heard > limit) end('silent');
      }, lookEvery);
      worker.on('message', (sent) => {
        heard = performance.now();
        limit = longestSilence;
        take(sent);
      });
      worker.on('error', () => finish('failed'));
      worker.on('exit', (code) => finish(code === 0 ? 'done' : 'failed'));
    });
  },
};

/** Provides the job and the channel inside a thread. */
export const threadJob: ThreadJob = {
  job: () => workerData,
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- not the method of a window
  send: (message) => parentPort?.postMessage(message),
};
