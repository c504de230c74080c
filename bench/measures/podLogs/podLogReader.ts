/** Follows the logs of podLogs.ts in a separate process, so that its memory and stalls can be measured alone. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import process from 'node:process';
import { realClock } from '#client/kubernetes/clock.ts';
import { PodLogSession } from '#client/logs/podLogs/podLogSession.ts';
import { StreamSlots } from '#client/logs/podLogs/streamSlots.ts';
import { formatItem } from '#client/logs/podLogs/writePodLogs.ts';
import { SpilledLines } from '#client/logs/sources/spilledLines.ts';
import { connectToCluster, usedHeap } from '../../driver/clusterClient.ts';
import { linesPerSecond } from './podLogLines.ts';

const [, , port = '', duration = ''] = process.argv;
const seconds = Number(duration);
const expected = seconds * linesPerSecond;
/** Time after the end of the log until missing lines count as lost, in milliseconds. */
const patience = 10_000;

const { connection, folder, close } = await connectToCluster(
  JSON.stringify({
    clusters: [{ name: 'c', cluster: { server: `http://127.0.0.1:${port}` } }],
    users: [{ name: 'u', user: {} }],
    contexts: [{ name: 'c', context: { cluster: 'c', user: 'u' } }],
  }),
);
const lines = new SpilledLines({ clock: realClock, folder });

let received = 0;
let finish = (): void => undefined;
const complete = new Promise<void>((resolve) => (finish = resolve));
const session = new PodLogSession({
  connection,
  clock: realClock,
  chance: Math.random,
  log: (message) => process.stderr.write(`${message}\n`),
  query: { namespace: 'shop', labelSelector: 'app=web' },
  choice: { follow: true },
  slots: new StreamSlots(),
  onItems(items) {
    received += items.length;
    lines.append(items.map(formatItem));
    if (received >= expected) finish();
  },
  waitForSpace: () => lines.waitForSpace(),
});

const before = usedHeap();
const stalls = monitorEventLoopDelay({ resolution: 1 });
stalls.enable();
const cpu = process.cpuUsage();
const ended = session.run();
const late = setTimeout(() => finish(), seconds * 1000 + patience);
await complete;
clearTimeout(late);
const { user, system } = process.cpuUsage(cpu);
stalls.disable();
const used = usedHeap() - before;
session.stop();
await ended;
lines.close();
close();
process.send?.({
  lost: expected - received,
  // Milliseconds of CPU time per second of the log.
  cpu: (user + system) / 1000 / seconds,
  stall: stalls.max / 1e6,
  heap: used / 2 ** 20,
});
