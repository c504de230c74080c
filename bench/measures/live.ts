/**
 * Opens and follows a cluster of 5,000 nodes. The server and the follower run in separate processes. The stock server
 * has no equivalent.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { getList, getNumber, getString } from '#core/common/json.ts';
import type { Samples } from '../report/samples.ts';
import type { NodeChanges } from './nodeChanges.ts';
import type { Measure } from './measure.ts';
import { messageOf } from './messageOf.ts';

const bundle = path.resolve(import.meta.dirname, '../../dist/simulator.js');

export const live: Measure = {
  name: 'live',
  async run(samples, repetitions) {
    const folder = mkdtempSync(path.join(tmpdir(), 'osc-bench-'));
    const server = fork(path.join(import.meta.dirname, 'liveServer.ts'), [bundle]);
    try {
      const file = path.join(folder, 'kubeconfig');
      writeFileSync(file, getString(await messageOf(server), 'kubeconfig') ?? '', { mode: 0o600 });
      for (let repetition = 0; repetition < Math.max(3, Math.ceil(repetitions / 4)); repetition += 1)
        await follow(samples, server, file);
    } finally {
      server.kill();
      rmSync(folder, { recursive: true });
    }
  },
};

async function follow(samples: Samples, server: ChildProcess, kubeconfig: string): Promise<void> {
  const follower = fork(path.join(import.meta.dirname, 'liveFollower.ts'), [kubeconfig]);
  try {
    const first = await messageOf(follower);
    if (getNumber(first, 'nodes') !== 5000) throw new Error(`only ${String(getNumber(first, 'nodes'))} nodes`);
    samples.add('live-first', 'ours', need(first, 'milliseconds'));
    samples.add('live-stall', 'ours', need(first, 'stall'));
    samples.add('live-heap', 'ours', need(first, 'heap') / 2 ** 20);
    samples.add('live-reviews', 'ours', need(first, 'reviews'));
    // A few separate changes show how long each one takes.
    for (const delay of getList(await pump(server, follower, { changes: 10, perSecond: 4 }), 'delays').map(Number))
      samples.add('live-delay', 'ours', delay);
    const pumped = await pump(server, follower, { changes: 10_000, perSecond: 1000 });
    samples.add('live-lost', 'ours', need(pumped, 'lost'));
    samples.add('live-told', 'ours', need(pumped, 'told'));
    samples.add('live-late', 'ours', Math.max(...getList(pumped, 'delays').map(Number)));
  } finally {
    follower.kill();
  }
}

/** Makes the server change nodes and returns the follower's report. */
async function pump(server: ChildProcess, follower: ChildProcess, changes: NodeChanges): Promise<unknown> {
  const done = messageOf(server);
  server.send(changes);
  const last = await done;
  const seen = messageOf(follower);
  follower.send(Object(last));
  return seen;
}

function need(report: unknown, field: string): number {
  return getNumber(report, field) ?? Number.NaN;
}
