/**
 * Measures the simulator. Start times use the same child process as the extension. Lists and watches use
 * simulatorServer.ts, which can generate changes. All watchers run in this process.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startChild } from '#client/demo/demoChild.ts';
import { getList, getNumber, getString } from '#core/common/json.ts';
import { Client, currentContext, identitiesOf } from '#test/support/cluster/apiClient.ts';
import type { Samples } from '../report/samples.ts';
import type { Measure } from './measure.ts';

const bundle = path.resolve(import.meta.dirname, '../../dist/simulator.js');
const perSecond = 1000;

export const simulator: Measure = {
  name: 'simulator',
  async run(samples, repetitions) {
    const whole = repetitions >= 20;
    for (let repetition = 0; repetition < repetitions; repetition += 1)
      await starting(samples, 'simulator-start', 'two-workers');
    for (let repetition = 0; repetition < Math.min(repetitions, 5); repetition += 1)
      await starting(samples, 'simulator-start-5000', 'nodes-5000');
    await listing(samples, Math.min(repetitions, 5));
    await watching(samples, whole ? 60 : 6);
  },
};

interface Running {
  readonly child: ChildProcess;
  readonly kubeconfig: string;
}

async function serve(scenario: string): Promise<Running> {
  const child = fork(path.join(import.meta.dirname, 'simulatorServer.ts'), [bundle, scenario]);
  const message = await messageOf(child);
  return { child, kubeconfig: getString(message, 'kubeconfig') ?? '' };
}

async function messageOf(child: ChildProcess): Promise<unknown> {
  const [message]: unknown[] = await once(child, 'message');
  return message;
}

async function end({ child }: Running): Promise<void> {
  const exit = once(child, 'exit');
  child.kill();
  await exit;
}

function clientOf({ kubeconfig }: Running): Client {
  const identity = identitiesOf(kubeconfig, '/').get(currentContext(kubeconfig));
  if (identity === undefined) throw new Error('the server wrote no kubeconfig');
  return new Client(identity);
}

async function starting(samples: Samples, row: string, scenario: string): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'osc-bench-simulator-'));
  const began = performance.now();
  const child = startChild(path.resolve(import.meta.dirname, '../../dist/demoProcess.js'));
  const known = await child.scenarios;
  const answer = known.ok
    ? await child.start({ scenario, speed: 1, folder, begin: false, context: 'demo', grace: 0 })
    : known;
  if (!answer.ok) throw new Error(answer.error);
  samples.add(row, 'ours', performance.now() - began);
  child.end();
  await child.ended;
  rmSync(folder, { recursive: true });
}

async function listing(samples: Samples, repetitions: number): Promise<void> {
  const running = await serve('nodes-5000');
  const client = clientOf(running);
  await client.get('/version');
  for (let repetition = 0; repetition < repetitions; repetition += 1) {
    const began = performance.now();
    let token = '';
    let count = 0;
    do {
      const page = await client.get(`/api/v1/nodes?limit=500&continue=${encodeURIComponent(token)}`);
      count += getList(page.body, 'items').length;
      token = getString(page.body, 'metadata', 'continue') ?? '';
    } while (token !== '');
    if (count < 5000) throw new Error(`only ${count} nodes`);
    samples.add('simulator-list', 'ours', performance.now() - began);
  }
  client.close();
  await end(running);
}

async function watching(samples: Samples, seconds: number): Promise<void> {
  const running = await serve('none');
  const clients = Array.from({ length: 20 }, () => clientOf(running));
  const last = seconds * perSecond;
  const delays: number[] = [];
  const read = await Promise.all(clients.map((client) => watcher(client, last, delays)));
  const ended = messageOf(running.child);
  running.child.send({ seconds, perSecond });
  const missed = await Promise.all(read.map((each) => each()));
  const done = Date.now();
  const report = await ended;
  const [third = Number.NaN, atEnd = Number.NaN] = getList(report, 'heaps').map(Number);
  samples.add(
    'simulator-lost',
    'ours',
    missed.reduce((sum, each) => sum + each, 0),
  );
  samples.add('simulator-late', 'ours', Math.max(0, done - (getNumber(report, 'ended') ?? Number.NaN)));
  samples.add(
    'simulator-delay',
    'ours',
    delays.sort((one, other) => one - other)[Math.floor(delays.length * 0.99)] ?? Number.NaN,
  );
  samples.add('simulator-growth', 'ours', Math.max(0, atEnd - third) / 2 ** 20);
  for (const client of clients) client.close();
  await end(running);
}

/** Opens a watch. Returns a function that reads until the last event and resolves with the number of missed changes. */
async function watcher(client: Client, last: number, delays: number[]): Promise<() => Promise<number>> {
  const stream = await client.watch(
    '/api/v1/namespaces/default/configmaps?watch=1&fieldSelector=metadata.name%3Dpumped&resourceVersion=0&timeoutSeconds=600',
  );
  return async () => {
    let missed = 0;
    for (let before = -1; before < last;) {
      const line = await stream.line();
      if (line === undefined) throw new Error('a watch ended unexpectedly');
      const found = /"n":"(\d+)"(?:,"at":"(\d+)")?/.exec(line);
      const number = Number(found?.[1] ?? 0);
      missed += Math.max(0, number - before - 1);
      before = number;
      if (number % 100 === 0 && found?.[2] !== undefined) delays.push(Date.now() - Number(found[2]));
    }
    stream.close();
    return missed;
  };
}
