/**
 * Opens 20 clusters of 500 nodes in one process, and one cluster of 5,000 nodes, and shows their trees. The servers and
 * the reader run in separate processes. The stock server has no equivalent.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { getList, getNumber, getStrings } from '#core/common/json.ts';
import type { Samples } from '../../report/samples.ts';
import type { Measure } from '../measure.ts';
import { messageOf } from '../messageOf.ts';
import { addValues } from '../readReport.ts';
import type { NodeChanges } from '../nodeChanges.ts';

const bundle = path.resolve(import.meta.dirname, '../../../dist/simulator.js');
/** Changes per second that are tried, and the time of each try in seconds. */
const rates = [50, 100, 250, 500, 1000, 2000];
const rateSeconds = 3;
/** Longest delay of the event loop that drops no frame of a screen with 60 Hz, in milliseconds. */
const frame = 1000 / 60;
/** Time for which the idle CPU is measured in a full run and in a quick run, in milliseconds. */
const [fullIdle, quickIdle] = [30_000, 8000];

export const window: Measure = {
  name: 'window',
  async run(samples, repetitions) {
    const isFull = repetitions > 3;
    for (let repetition = 0; repetition < (isFull ? 2 : 1); repetition += 1) {
      await withClusters(20, 500, (opened) => measureWindow(samples, opened, isFull ? fullIdle : quickIdle));
      await withClusters(1, 5000, (opened) => measureTree(samples, opened));
    }
  },
};

interface Opened {
  readonly server: ChildProcess;
  readonly reader: ChildProcess;
  /** First report of the reader. */
  readonly report: unknown;
}

/** Runs the work while a reader shows this number of clusters. */
export async function withClusters(
  clusters: number,
  nodes: number,
  work: (opened: Opened) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'osc-bench-'));
  const server = fork(path.join(import.meta.dirname, 'windowServer.ts'), [bundle, String(clusters), String(nodes)]);
  const readers: ChildProcess[] = [];
  try {
    const kubeconfigs = getStrings(await messageOf(server), 'kubeconfigs');
    for (const [index, text] of kubeconfigs.entries())
      writeFileSync(path.join(folder, `${index}.kubeconfig`), text, { mode: 0o600 });
    const reader = fork(path.join(import.meta.dirname, 'windowReader.ts'), [folder, String(nodes)]);
    readers.push(reader);
    await work({ server, reader, report: await messageOf(reader) });
  } finally {
    for (const reader of readers) reader.kill();
    server.kill();
    rmSync(folder, { recursive: true });
  }
}

async function measureWindow(samples: Samples, opened: Opened, milliseconds: number): Promise<void> {
  addValues(samples, 'window', opened.report, ['first', 'all', 'stall', 'heap']);
  addValues(samples, 'window', await ask(opened, { kind: 'idle', milliseconds }), ['idle']);
  let best = 0;
  for (const perSecond of rates) {
    const result = await change(opened, { changes: perSecond * rateSeconds, perSecond });
    if (perSecond === 1000) addValues(samples, 'window', result, ['lost', 'frame', 'longest', 'cpu']);
    const isSmooth = getNumber(result, 'lost') === 0 && (getNumber(result, 'frame') ?? Infinity) <= frame;
    if (isSmooth) best = perSecond;
  }
  samples.add('window-rate', 'ours', best);
}

async function measureTree(samples: Samples, opened: Opened): Promise<void> {
  // Separate changes show how long each refresh takes.
  const changes: NodeChanges = { changes: 20, perSecond: 4 };
  for (const duration of getList(await change(opened, changes), 'refreshes').map(Number))
    samples.add('tree-refresh', 'ours', duration);
  await ask(opened, { kind: 'showAll' });
  for (const duration of getList(await change(opened, changes), 'refreshes').map(Number))
    samples.add('tree-refresh-all', 'ours', duration);
}

/** Makes the server change nodes and returns the reader's report. */
async function change({ server, reader }: Opened, changes: NodeChanges): Promise<unknown> {
  reader.send({ kind: 'begin' });
  const done = messageOf(server);
  server.send(changes);
  const last = await done;
  return ask({ reader }, { kind: 'finish', ...Object(last) });
}

async function ask({ reader }: Pick<Opened, 'reader'>, message: object): Promise<unknown> {
  const answer = messageOf(reader);
  reader.send(message);
  return answer;
}
