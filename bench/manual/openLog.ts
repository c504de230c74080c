/**
 * Measures how quickly a large journal opens. Run `node bench/manual/openLog.ts [megabytes]` (default 1000). Writes a
 * journal to the system's temporary folder, prints the results, and removes the journal. The longest pause is the
 * longest event loop delay, which a user would notice while typing.
 */
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { until } from '#test/support/logs/waitForLog.ts';
import type { StoredLogSource } from '#client/logs/sources/logSource.ts';
import { openFileLog } from '#client/logs/sources/fileLog.ts';

const megabytes = Number(process.argv[2] ?? '1000');
const print = (what: string, value: string): void => void process.stdout.write(`${what.padEnd(44)}${value}\n`);
const seconds = (since: number): string => `${((performance.now() - since) / 1000).toFixed(2)} s`;

const folder = await mkdtemp(join(tmpdir(), 'osc-bench-logs-'));
try {
  await measure(join(folder, 'journal.log'));
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function measure(path: string): Promise<void> {
  await write(path);
  const before = process.memoryUsage();
  const pauses = monitorEventLoopDelay({ resolution: 1 });
  pauses.enable();
  const began = performance.now();
  const opened = await openFileLog(path, { follow: false });
  if (!opened.ok) throw new Error(opened.error);
  const log = opened.value;
  await until(log, ({ lines }) => lines > 0);
  await log.lines(0, 100);
  print('first 100 lines', seconds(began));
  await log.tail(100);
  print('last 100 lines', seconds(began));
  await until(log, ({ done, total }) => done === total);
  print('all lines indexed', seconds(began));
  report(before, pauses);
  print('lines', String(log.state.lines));
  await reading(log);
  await filtering(log, 'filter by sandbox', { sandbox: id(3) });
  await filtering(log, 'filter by text', { text: 'NO SUCH WORDS' });
  await filtering(log, 'filter by level', { level: 'error' });
  pauses.reset();
  const surveyed = performance.now();
  log.survey();
  await until(log, () => log.survey().lines === log.state.lines);
  print('survey of sandboxes and errors', seconds(surveyed));
  report(before, pauses);
  log.close();
}

async function reading(log: StoredLogSource): Promise<void> {
  const times: number[] = [];
  for (let round = 0; round < 500; round += 1) {
    const began = performance.now();
    await log.lines(Math.floor((log.state.lines * ((round * 7919) % 500)) / 500), 60);
    times.push(performance.now() - began);
  }
  times.sort((one, other) => one - other);
  print(
    '60 lines at any position: median, 99th percentile',
    `${(times[250] ?? 0).toFixed(2)} ms, ${(times[495] ?? 0).toFixed(2)} ms`,
  );
}

async function filtering(
  log: StoredLogSource,
  what: string,
  filter: Parameters<StoredLogSource['filtered']>[0],
): Promise<void> {
  const began = performance.now();
  const found = log.filtered(filter);
  await until(found, ({ done, total }) => done === total);
  print(what, `${seconds(began)}, ${found.state.lines} lines`);
  found.close();
}

function report(before: NodeJS.MemoryUsage, pauses: ReturnType<typeof monitorEventLoopDelay>): void {
  const { heapUsed, external, rss } = process.memoryUsage();
  const more = (now: number, then: number): string => `${((now - then) / 1e6).toFixed(0)} MB`;
  print(
    '  additional memory: heap, buffers, whole process',
    [more(heapUsed, before.heapUsed), more(external, before.external), more(rss, before.rss)].join(', '),
  );
  print('  longest pause', `${(pauses.max / 1e6).toFixed(0)} ms`);
}

function id(number: number): string {
  return number.toString(16).padStart(4, '0').repeat(16);
}

/**
 * Writes a journal with 40 sandboxes that log at debug level, CRI-O and kubelet lines in between, and one error per
 * thousand lines.
 */
async function write(path: string): Promise<void> {
  const stream = createWriteStream(path);
  const start = Date.UTC(2026, 10, 22);
  for (let number = 0, bytes = 0; bytes < megabytes * 1e6;) {
    let text = '';
    for (let index = 0; index < 5000; index += 1, number += 1) text += `${lineOf(number, new Date(start + number))}\n`;
    bytes += text.length;
    if (!stream.write(text)) await once(stream, 'drain');
  }
  stream.end();
  await once(stream, 'finish');
}

function lineOf(number: number, time: Date): string {
  const at = time.toISOString();
  const before = `${at.slice(0, -1)}000+0000 worker-0`;
  const sandbox = id(number % 40);
  if (number % 7 === 0)
    return `${before} crio[2211]: time="${at}" level=info msg="Checking image status: registry.example/app:${number % 50}" id=4d1c name=/runtime.v1.ImageService/ImageStatus`;
  if (number % 5 === 0)
    return `${before} kubenswrapper[2300]: I1122 07:00:00.${String(number % 1_000_000).padStart(6, '0')}    2300 kubelet.go:2421] "SyncLoop (PLEG): event for pod" pod="shop/cart-${number % 40}"`;
  const level = number % 1000 === 1 ? 'error' : 'debug';
  const console = number % 3 === 0 ? ` vmconsole="[    ${number % 100}.395399] brd: module loaded"` : '';
  return `${before} kata[${3000 + (number % 40)}]: time="${at}" level=${level} msg="reading guest console" console-protocol=unix name=containerd-shim-v2 pid=${3000 + (number % 40)} sandbox=${sandbox} source=virtcontainers subsystem=sandbox${console}`;
}
