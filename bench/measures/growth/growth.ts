/**
 * Measures how the time and memory grow with the number of documents in a file, side by side with the stock server, and
 * with the number of nodes and clusters. Used for charts.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { getNumber } from '#core/common/json.ts';
import { makeInput, type Input } from '../../driver/inputFiles.ts';
import { cpuMs, rssMiB } from '../../driver/processUsage.ts';
import { mixedFile, servers, singleFile, type Server } from '../../driver/servers.ts';
import { Session } from '../../driver/editorSession.ts';
import { completeAfterKey, edit, type Typing } from '../../driver/typing.ts';
import { warmUp } from '../../driver/warmUp.ts';
import { clusterSizes, growthSizes, nodesPerCluster } from '../../report/growth/figures.ts';
import { growthRow } from '../../report/growth/series.ts';
import type { Samples } from '../../report/samples.ts';
import { inTurn, type Measure } from '../measure.ts';
import { withClusters } from '../window/window.ts';

/** Limits of a session. Beyond them, the value counts as not measured. */
const mostSeconds = 90;
const mostMebibytes = 6 * 1024;

const documentFigures = ['first', 'edit-cpu', 'complete', 'rss'];
const edits = [false, true];
const completions = 2;

export const growth: Measure = {
  name: 'growth',
  async run(samples) {
    for (const documents of growthSizes) {
      const input = makeInput(`file:///bench/${documents === 1 ? singleFile : mixedFile}`, documents);
      // With 10,000 documents, a session of the stock server takes more than a minute.
      for (let repetition = 0; repetition < (documents === 10_000 ? 1 : 3); repetition += 1)
        for (const server of inTurn(servers, repetition)) await measureDocuments(samples, server, input, documents);
    }
    for (const nodes of growthSizes) await measureClusters(samples, 'nodes', nodes, 1, nodes);
    for (const clusters of clusterSizes)
      await measureClusters(samples, 'clusters', clusters, clusters, nodesPerCluster);
  },
};

async function measureDocuments(samples: Samples, server: Server, input: Input, documents: number): Promise<void> {
  warmUp();
  const session = new Session(server);
  const ended = new AbortController();
  const add = (figure: string, value: number): void => samples.add(growthRow(figure, documents), server.name, value);
  try {
    const stopped = watchLimits(session, ended.signal);
    const problem = await Promise.race([stopped, work(session, input, add).then(() => undefined, reasonOf)]);
    if (problem === undefined) return await session.stop();
    session.kill();
    for (const figure of documentFigures) samples.fail(growthRow(figure, documents), server.name, problem);
  } finally {
    ended.abort();
  }
}

async function work(session: Session, input: Input, add: (figure: string, value: number) => void): Promise<void> {
  await session.initialize();
  add('first', (await opened(session, input)) - session.spawned);
  const typing: Typing = { session, input, settle: () => Promise.resolve() };
  const before = cpuMs(session.pid);
  for (const wrong of edits) await edit(typing, wrong);
  add('edit-cpu', (cpuMs(session.pid) - before) / edits.length);
  for (let time = 0; time < completions; time += 1) add('complete', await completeAfterKey(typing));
  add('rss', rssMiB(session.pid));
}

/**
 * Opens the file. Resolves with the time at which the expected diagnostics arrive.
 * @throws Error if the server reports that it doesn't check the whole file
 */
function opened(session: Session, input: Input): Promise<number> {
  const refused = session.logged(/file is too large/).then(() => {
    throw new Error('the server checks only the beginning of a file of this size');
  });
  return Promise.race([session.open(input), refused]);
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? (error.message.split('. ')[0] ?? '') : 'failed';
}

/** Resolves with the reason when the session exceeds a limit. */
async function watchLimits({ pid, spawned }: Session, signal: AbortSignal): Promise<string | undefined> {
  while (!signal.aborted) {
    if (performance.now() - spawned > mostSeconds * 1000) return `more than ${mostSeconds} s`;
    try {
      if (rssMiB(pid) > mostMebibytes) return `more than ${mostMebibytes / 1024} GiB of memory`;
    } catch {
      return 'the server exited';
    }
    await pause(100);
  }
  return undefined;
}

async function measureClusters(
  samples: Samples,
  what: 'nodes' | 'clusters',
  size: number,
  clusters: number,
  nodes: number,
): Promise<void> {
  try {
    await withClusters(clusters, nodes, ({ report }) => {
      samples.add(growthRow(`${what}-all`, size), 'ours', getNumber(report, 'all') ?? Number.NaN);
      samples.add(growthRow(`${what}-heap`, size), 'ours', (getNumber(report, 'heap') ?? Number.NaN) * clusters);
      return Promise.resolve();
    });
  } catch (error) {
    for (const figure of ['all', 'heap']) samples.fail(growthRow(`${what}-${figure}`, size), 'ours', reasonOf(error));
  }
}
