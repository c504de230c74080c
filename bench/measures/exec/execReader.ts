/** Reads the output of `yes` for exec.ts in a separate process, so that its memory and stalls can be measured alone. */
import { once } from 'node:events';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import process from 'node:process';
import { getList, getString } from '#core/common/json.ts';
import { realClock } from '#client/kubernetes/clock.ts';
import type { ApiResult, ExecOptions, ExecSession } from '#client/kubernetes/connection.ts';
import { ExecTerminal } from '#client/terminal/pty/execTerminal.ts';
import { connectToCluster, usedHeap } from '../../driver/clusterClient.ts';

const seconds = Number(process.argv[2]);
/** Number of bytes that are read as fast as possible. */
const length = 64 * 1024 * 1024;
/** Parts of the time: until the connection has read ahead, and for each of the two measurements of the heap. */
const parts = { warmUp: 1 / 10, heap: 1 / 5 };

const [kubeconfig] = (await once(process, 'message')) as [string];
const { connection, close } = await connectToCluster(kubeconfig);
const pods = await connection.ask('/api/v1/namespaces/shop/pods', { query: { labelSelector: 'app=web' } });
const pod = pods.ok ? getString(getList(pods.value, 'items')[0], 'metadata', 'name') : undefined;
if (pod === undefined) throw new Error('the cluster has no pod');

const time = await readAll(pod);
const { stall, growth } = await show(pod);
close();
process.send?.({ time, stall, heap: growth / 2 ** 20 });

/** Starts `yes` in the pod. */
async function start(name: string, options: Pick<ExecOptions, 'onOutput'>): Promise<ApiResult<ExecSession>> {
  const command = { command: ['yes'], tty: false, stdin: false };
  const opened = await connection.exec?.({ namespace: 'shop', pod: name, container: 'app', ...command, ...options });
  if (opened?.ok !== true) throw new Error(opened?.error.message ?? 'the connection runs no commands');
  return opened;
}

/** Returns the time in milliseconds until the whole length is read. */
async function readAll(name: string): Promise<number> {
  let received = 0;
  let finish = (): void => undefined;
  const complete = new Promise<void>((resolve) => (finish = resolve));
  const began = performance.now();
  const opened = await start(name, {
    onOutput(bytes) {
      received += bytes.length;
      if (received >= length) finish();
      return undefined;
    },
  });
  await complete;
  const duration = performance.now() - began;
  if (opened.ok) opened.value.close();
  return duration;
}

/** Shows the output in a terminal. Returns the longest stall in milliseconds and the growth of the heap in bytes. */
async function show(name: string): Promise<{ readonly stall: number; readonly growth: number }> {
  const terminal = new ExecTerminal({
    clock: realClock,
    tty: false,
    stdin: false,
    container: `shop/${name}/app`,
    connect: (options) => start(name, options),
    write: () => undefined,
    dispose: () => undefined,
  });
  void terminal.start(undefined);
  await after(seconds * parts.warmUp);
  const before = await lowestHeap(seconds * parts.heap);
  const stalls = monitorEventLoopDelay({ resolution: 1 });
  stalls.enable();
  await after(seconds * (1 - parts.warmUp - 2 * parts.heap));
  stalls.disable();
  const growth = (await lowestHeap(seconds * parts.heap)) - before;
  terminal.close();
  return { stall: stalls.max / 1e6, growth };
}

/**
 * Returns the lowest size of the heap in a period, in bytes. The output that the terminal hasn't shown yet changes the
 * size by more than 10 MiB.
 */
async function lowestHeap(duration: number): Promise<number> {
  const count = 20;
  let lowest = Infinity;
  for (let index = 0; index < count; index += 1) {
    await after(duration / count);
    lowest = Math.min(lowest, usedHeap());
  }
  return lowest;
}

function after(duration: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, duration * 1000);
  });
}
