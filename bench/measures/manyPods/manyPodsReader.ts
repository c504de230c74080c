/** Reads the pods of manyPods.ts in a separate process, so that its memory and stalls can be measured alone. */
import process from 'node:process';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { realClock } from '#client/kubernetes/clock.ts';
import { connectCluster } from '#bench/driver/connectCluster.ts';
import { WorkloadsReader } from '#client/clusters/sessions/workloadsReader.ts';

setFlagsFromString('--expose_gc');
const collect: unknown = runInNewContext('gc');

const connection = await connectCluster(process.argv[2] ?? '');

// Timers of the client don't keep the process running.
process.channel?.ref();
const before = heap();
const slices = measureSlices();
const began = performance.now();
const reader = await new Promise<WorkloadsReader>((resolve) => {
  const created: WorkloadsReader = new WorkloadsReader({
    connection,
    clock: realClock,
    chance: Math.random,
    log: (message) => process.stderr.write(`${message}\n`),
    runtimeClasses: () => ['kata'],
    changed: () => {
      if (created.state.kind === 'loaded') resolve(created);
    },
  });
  created.expanded(true);
});
const list = performance.now() - began;
const stall = slices.longest();
const { state } = reader;
const pods = state.kind === 'loaded' ? state.pods.length : 0;
process.send?.({ list, stall, heap: (heap() - before) / 2 ** 20, pods });

/**
 * Measures the CPU time of each turn of the event loop, in milliseconds. Unlike the elapsed time, other processes don't
 * change it.
 */
function measureSlices(): { readonly longest: () => number } {
  let longest = 0;
  let last = cpuTime();
  const turn = (): void => {
    const now = cpuTime();
    longest = Math.max(longest, now - last);
    last = now;
    setImmediate(turn);
  };
  setImmediate(turn);
  return { longest: () => longest };
}

function cpuTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** Returns the bytes in use after garbage collection. */
function heap(): number {
  for (let times = 0; times < 3; times += 1) if (typeof collect === 'function') collect();
  return process.memoryUsage().heapUsed + process.memoryUsage().external;
}
