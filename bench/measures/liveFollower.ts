/** Follows the cluster of live.ts in a separate process, so that its memory and stalls can be measured alone. */
import { once } from 'node:events';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import process from 'node:process';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { ClusterWatcher } from '#client/kubernetes/watch/clusterWatcher.ts';
import { realClock } from '#client/kubernetes/clock.ts';
import { createClusterReader } from '#client/kubernetes/read/clusterReader.ts';
import { connectCluster } from '../driver/connectCluster.ts';
import { getMap } from '#core/common/json.ts';
import { reviewPermissions } from '#core/operations/permissions/reviewPermissions.ts';
import type { Snapshot } from '#core/cluster/snapshot.ts';

/** Messages to the parent process, in this order. */
export type Report =
  /**
   * First complete snapshot: time until it arrives and longest stall in the meantime, in milliseconds, and heap that
   * remains in use, in bytes. Then the time of all access reviews, in milliseconds.
   */
  | {
      readonly kind: 'first';
      readonly milliseconds: number;
      readonly stall: number;
      readonly heap: number;
      readonly nodes: number;
      readonly reviews: number;
    }
  /** After the changes: for each snapshot with new changes, the age of its oldest change, in milliseconds. */
  | {
      readonly kind: 'pumped';
      readonly delays: readonly number[];
      readonly told: number;
      readonly lost: number;
      readonly stall: number;
    };

setFlagsFromString('--expose_gc');
const collect: unknown = runInNewContext('gc');

const connection = await connectCluster(process.argv[2] ?? '');

const before = heap();
const stalls = monitorEventLoopDelay({ resolution: 1 });
const cluster = new ClusterWatcher({
  connection,
  clock: realClock,
  chance: Math.random,
  log: (message) => process.stderr.write(`${message}\n`),
});
let told = 0;
let delays: number[] = [];
let newest = 0;

const began = performance.now();
stalls.enable();
const whole = new Promise<void>((resolve) => {
  cluster.onChange((snapshot) => {
    told += 1;
    measure(snapshot);
    if (snapshot.nodes.state.kind === 'live' && snapshot.nodes.items.size > 0) resolve();
  });
});
cluster.follow();
await whole;
const milliseconds = performance.now() - began;
const stall = stalls.max / 1e6;
const used = heap() - before;
report({
  kind: 'first',
  milliseconds,
  stall,
  heap: used,
  nodes: cluster.snapshot.nodes.items.size,
  reviews: await timeReviews(),
});

// The server now changes nodes. The parent process reports when it's finished, with the last change to each node.
for (;;) {
  told = 0;
  delays = [];
  stalls.reset();
  const [message]: unknown[] = await once(process, 'message');
  const last = Object.entries(getMap(message, 'last'));
  const missing = (): number => {
    const there = numbers();
    return last.filter(([name, number]) => there.get(name) !== number).length;
  };
  const deadline = Date.now() + 5000;
  while (missing() > 0 && Date.now() < deadline) await nextChange();
  report({ kind: 'pumped', delays, told, lost: missing(), stall: stalls.max / 1e6 });
}

/** Returns how long the access reviews of an opened cluster take. */
async function timeReviews(): Promise<number> {
  const start = performance.now();
  const { states } = await reviewPermissions(createClusterReader(connection, new AbortController().signal), 'default');
  if ([...states.values()].some((state) => state !== 'granted')) throw new Error('a permission is missing');
  return performance.now() - start;
}

function numbers(): ReadonlyMap<string, string | undefined> {
  return new Map([...cluster.snapshot.nodes.items.values()].map(({ name, labels }) => [name, labels['bench/number']]));
}

/** Resolves with the next snapshot or after a second. */
function nextChange(): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, 1000);
    const takeBack = cluster.onChange(() => {
      clearTimeout(timer);
      takeBack();
      resolve();
    });
  });
}

/** Records the age of the oldest change that is new in this snapshot. */
function measure({ nodes }: Snapshot): void {
  let [oldest, highest] = [Infinity, newest];
  for (const { labels } of nodes.items.values()) {
    const number = Number(labels['bench/number'] ?? 0);
    if (number <= newest) continue;
    oldest = Math.min(oldest, Number(labels['bench/at']));
    highest = Math.max(highest, number);
  }
  if (highest > newest) delays.push(Date.now() - oldest);
  newest = highest;
}

/** Returns the bytes in use after garbage collection. */
function heap(): number {
  for (let times = 0; times < 3; times += 1) if (typeof collect === 'function') collect();
  return process.memoryUsage().heapUsed + process.memoryUsage().external;
}

function report(what: Report): void {
  process.send?.(what);
}
