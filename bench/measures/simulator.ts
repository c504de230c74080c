/**
 * The figures of the simulator: `node bench/measures/simulator.ts [--seconds 60]`, after a build. Prints a table; a missed target is shown as MISS.
 * The server runs in a process of its own; the watchers share this one.
 */
import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { listAt, numberAt, stringAt } from '../../simulator/src/store/kubeObject.ts';
import { Client, currentContext, identitiesOf } from '../../test/contract/client.ts';

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '60' } } });
const bundle = path.resolve(import.meta.dirname, '../../dist/simulator.js');

function serve(scenario: string): ChildProcess {
  return fork(path.join(import.meta.dirname, 'simulatorServer.ts'), [bundle, scenario]);
}

async function messageOf(child: ChildProcess): Promise<unknown> {
  const [message]: unknown[] = await once(child, 'message');
  return message;
}

function clientOf(message: unknown): Client {
  const kubeconfig = stringAt(message, 'kubeconfig') ?? '';
  const identity = identitiesOf(kubeconfig, '/').get(currentContext(kubeconfig));
  if (identity === undefined) throw new Error('the server has no kubeconfig');
  return new Client(identity);
}

function row(what: string, value: number, unit: string, most: number): void {
  console.log(`${what.padEnd(68)} ${value.toFixed(1).padStart(9)} ${unit.padEnd(4)} (at most ${most})${value > most ? '  MISS' : ''}`);
}

async function starting(): Promise<void> {
  const times: number[] = [];
  for (let repetition = 0; repetition < 5; repetition += 1) {
    const child = serve('two-workers');
    times.push(numberAt(await messageOf(child), 'milliseconds') ?? Number.NaN);
    child.kill();
    await once(child, 'exit');
  }
  row(
    'start of two-workers until it answers, from the start of the process (median of 5)',
    times.sort((one, other) => one - other)[2] ?? Number.NaN,
    'ms',
    300,
  );
}

async function listing(): Promise<void> {
  const child = serve('nodes-5000');
  const message = await messageOf(child);
  row('start of nodes-5000', (numberAt(message, 'milliseconds') ?? Number.NaN) / 1000, 's', 10);
  const client = clientOf(message);
  await client.get('/version');
  const times: number[] = [];
  let bytes = 0;
  for (let repetition = 0; repetition < 3; repetition += 1) {
    const began = performance.now();
    let token = '';
    let count = 0;
    bytes = 0;
    do {
      const page = await client.get(`/api/v1/nodes?limit=500&continue=${encodeURIComponent(token)}`);
      count += listAt(page.body, 'items').length;
      bytes += page.text.length;
      token = stringAt(page.body, 'metadata', 'continue') ?? '';
    } while (token !== '');
    if (count < 5000) throw new Error(`only ${count} nodes`);
    times.push(performance.now() - began);
  }
  row(
    `5,000 nodes (${(bytes / 1e6).toFixed(0)} MB) in pages of 500, read and parsed (median of 3)`,
    (times.sort((one, other) => one - other)[1] ?? Number.NaN) / 1000,
    's',
    1.5,
  );
  client.close();
  child.kill();
}

async function watching(seconds: number): Promise<void> {
  const child = serve('none');
  const message = await messageOf(child);
  const clients = Array.from({ length: 20 }, () => clientOf(message));
  const total = seconds * 1000;
  const delays: number[] = [];
  const watchers = clients.map(async (client) => {
    const stream = await client.watch(
      '/api/v1/namespaces/default/configmaps?watch=1&fieldSelector=metadata.name%3Dpumped&resourceVersion=0&timeoutSeconds=600',
    );
    return async (): Promise<number> => {
      let last = 0;
      let lost = 0;
      while (last < total) {
        const line = await stream.line();
        if (line === undefined) throw new Error('a watch has ended');
        const found = /"n":"(\d+)"(?:,"at":"(\d+)")?/.exec(line);
        const number = Number(found?.[1] ?? 0);
        if (last !== 0 && number !== last + 1) lost += 1;
        last = number;
        if (number % 100 === 0 && found?.[2] !== undefined) delays.push(Date.now() - Number(found[2]));
      }
      stream.close();
      return lost;
    };
  });
  const read = await Promise.all(watchers);
  const ended = messageOf(child);
  child.send({ seconds, perSecond: 1000 });
  const began = performance.now();
  const lost = await Promise.all(read.map((each) => each()));
  const took = (performance.now() - began) / 1000;
  const report = await ended;
  const [third = Number.NaN, end = Number.NaN] = listAt(report, 'heaps').map(Number);
  row(
    `1,000 events/s to 20 watchers for ${seconds} s: events lost`,
    lost.reduce((sum, each) => sum + each, 0),
    '',
    0,
  );
  row('  until the last one was read', took, 's', seconds + 2);
  row('  delay of an event, 99th percentile', delays.sort((one, other) => one - other)[Math.floor(delays.length * 0.99)] ?? Number.NaN, 'ms', 500);
  row('  heap of the server from a third to the end, growth', (end - third) / 1e6, 'MB', 5);
  for (const client of clients) client.close();
  child.kill();
}

await starting();
await listing();
await watching(Number(values.seconds));
process.exit(0);
