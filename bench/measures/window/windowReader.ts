/**
 * Opens the clusters of window.ts in one process, as one window of VS Code does, and shows the tree with all rows
 * expanded.
 */
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import { ClusterSessionStore } from '#client/clusters/sessions/clusterSessionStore.ts';
import { RedrawScheduler } from '#client/clusters/sessions/redrawScheduler.ts';
import { VisibilityController } from '#client/clusters/sessions/visibility.ts';
import type { ContextInfo } from '#client/clusters/state/contextInfo.ts';
import { realClock } from '#client/kubernetes/clock.ts';
import type { Connection } from '#client/kubernetes/connection.ts';
import { getMap, getNumber, getString } from '#core/common/json.ts';
import { fail, succeed } from '#core/common/result.ts';
import { usedHeap } from '../../driver/clusterClient.ts';
import { connectCluster } from '../../driver/connectCluster.ts';
import { TreeDriver } from '../../driver/treeDriver.ts';

/** Time between two redraws without a change, as in the extension, in milliseconds. */
const tick = 30_000;
const [folder = '', nodes = ''] = process.argv.slice(2);
// Timers of the client don't keep the process running.
process.channel?.ref();

const connections = new Map<string, Connection>();
for (const [index, file] of readdirSync(folder).toSorted(compareNumbers).entries())
  connections.set(`cluster-${index}`, await connectCluster(path.join(folder, file)));
const contexts = Array.from(connections, ([name]): ContextInfo => {
  return { name, server: `https://${name}`, user: 'admin', current: false };
});
const awake = new VisibilityController(realClock);
awake.looking(true);
const before = usedHeap();
const redraws = new RedrawScheduler(realClock, () => tree.refresh());
const clusters = new ClusterSessionStore({
  source: {
    list: () => ({ contexts, files: [], problems: [] }),
    connect: (name) => {
      const connection = connections.get(name);
      return connection === undefined ? fail('no such context') : succeed(connection);
    },
  },
  clock: realClock,
  chance: Math.random,
  awake,
  log: (message) => process.stderr.write(`${message}\n`),
  changed: () => redraws.request(),
  keep: () => undefined,
});
const tree = new TreeDriver(() => clusters.roots(Date.now()));
tree.show();
setInterval(() => redraws.request(), tick);

/** CPU usage and time when the changes began. */
const usage = { cpu: process.cpuUsage(), from: 0 };
const stalls = monitorEventLoopDelay({ resolution: 1 });
const began = performance.now();
stalls.enable();
for (const { name } of contexts) clusters.open(name);
const first = await until(() => nodeRows() > 0);
const all = await until(() => clusters.sessions.every(({ snapshot }) => snapshot.nodes.items.size === Number(nodes)));
await until(() => nodeRows() >= contexts.length * Math.min(250, Number(nodes)));
const stall = stalls.max / 1e6;
// The permissions are reviewed, and the data that VS Code no longer needs is released.
await pause(3000);
process.send?.({ first, all, stall, heap: (usedHeap() - before) / 2 ** 20 / contexts.length });

for (;;) {
  const [message]: unknown[] = await once(process, 'message');
  const kind = getString(message, 'kind');
  if (kind === 'idle') process.send?.(await idle(getNumber(message, 'milliseconds') ?? 0));
  else if (kind === 'showAll') process.send?.(await showAll());
  else if (kind === 'begin') begin();
  else process.send?.(await finish(getMap(message, 'last')));
}

/** Returns the share of a core per cluster that the process uses without any changes, in percent. */
async function idle(milliseconds: number): Promise<{ readonly idle: number }> {
  // The measurement of the event loop wakes the process 1,000 times per second, which takes 3% of a core.
  stalls.disable();
  const cpu = process.cpuUsage();
  await pause(milliseconds);
  const { user, system } = process.cpuUsage(cpu);
  stalls.enable();
  return { idle: (user + system) / 1000 / milliseconds / contexts.length / 0.01 };
}

/** Shows all nodes of long groups, as if the user had clicked "Show More". */
async function showAll(): Promise<{ readonly rows: number }> {
  for (const { node } of tree.rows.values()) {
    const { context = '', group } = node.target ?? {};
    if (group !== undefined) clusters.session(context)?.show(group, Number(nodes));
  }
  await until(() => nodeRows() >= Number(nodes));
  return { rows: tree.rows.size };
}

function begin(): void {
  tree.refreshes = [];
  stalls.reset();
  usage.cpu = process.cpuUsage();
  usage.from = performance.now();
}

/** Returns what the changes cost, and how many of them didn't arrive within two seconds. */
async function finish(last: Readonly<Record<string, unknown>>) {
  const missing = (): number =>
    Object.entries(last).filter(([key, number]) => {
      const [context = '', name = ''] = key.split(' ');
      const items = clusters.session(context)?.snapshot.nodes.items.values() ?? [];
      return Array.from(items).find((node) => node.name === name)?.labels['bench/number'] !== number;
    }).length;
  const seconds = (performance.now() - usage.from) / 1000;
  const { user, system } = process.cpuUsage(usage.cpu);
  const [longest, frame] = [stalls.max / 1e6, stalls.percentile(99) / 1e6];
  const deadline = performance.now() + 2000;
  while (missing() > 0 && performance.now() < deadline) await pause(20);
  const { refreshes } = tree;
  return { lost: missing(), longest, frame, cpu: (user + system) / 1000 / seconds, refreshes };
}

function nodeRows(): number {
  let count = 0;
  for (const { node } of tree.rows.values()) if (node.target?.object?.kind === 'Node') count += 1;
  return count;
}

async function until(holds: () => boolean): Promise<number> {
  const deadline = performance.now() + 120_000;
  while (!holds()) {
    if (performance.now() > deadline) throw new Error(`the tree has only ${nodeRows()} nodes`);
    await pause(5);
  }
  return performance.now() - began;
}

function compareNumbers(one: string, other: string): number {
  return Number.parseInt(one, 10) - Number.parseInt(other, 10);
}
