/**
 * Measures the minimum values on this computer. Starts Node.js without the server, loads the code that the first
 * diagnostics need, and compares the same work before and after a rest.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import { getNumber } from '#core/common/json.ts';
import { work, warmUp } from '../driver/warmUp.ts';
import type { Samples } from '../report/samples.ts';
import type { Measure } from './measure.ts';
import { recordLoads } from './size/recordedSession.ts';

/** Rest before the same work, in milliseconds. */
const rest = 1500;

/** Script that prints its CPU time and memory, and exits. */
const report = `const { user, system } = process.cpuUsage();
process.stdout.write(JSON.stringify({ cpu: (user + system) / 1000, rss: process.memoryUsage.rss() / 2 ** 20 }));`;

export const floors: Measure = {
  name: 'floors',
  async run(samples, repetitions) {
    const folder = mkdtempSync(path.join(tmpdir(), 'osc-bench-floors-'));
    try {
      const urls = await codeOfFirstDiagnostics(folder);
      const load = `const { enableCompileCache } = await import('node:module');
enableCompileCache(${JSON.stringify(path.join(folder, 'cache'))});
for (const url of ${JSON.stringify(urls)}) await import(url);
${report}`;
      // The first runs fill the compile cache.
      for (let run = 0; run < 2; run += 1) await measureProcess(load);
      for (let repetition = 0; repetition < repetitions; repetition += 1) {
        add(samples, 'floor-node', await measureProcess(report));
        add(samples, 'floor-load', await measureProcess(load));
      }
      await measureRest(samples, Math.min(repetitions, 10));
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
};

/** Bundles that start the server when they're imported. */
const starters = /\/server(?:-serve-\w+)?\.js$/;

/** Returns the URLs of the bundles that the server loads until the first diagnostics, without those that start it. */
async function codeOfFirstDiagnostics(folder: string): Promise<readonly string[]> {
  const { loads, checked } = await recordLoads(path.join(folder, 'loads.json'));
  return loads.filter(({ url, at }) => at <= checked && !starters.test(url)).map(({ url }) => url);
}

interface Process {
  /** Time from the start of the process until its report, in milliseconds. */
  readonly time: number;
  readonly cpu: number;
  readonly rss: number;
}

/** Runs a script in Node.js after the computer was busy. */
async function measureProcess(script: string): Promise<Process> {
  warmUp();
  const began = performance.now();
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let [time, text] = [0, ''];
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    time = performance.now() - began;
    text += chunk;
  });
  await once(child, 'close');
  const usage: unknown = JSON.parse(text);
  const [cpu, rss] = [getNumber(usage, 'cpu'), getNumber(usage, 'rss')];
  if (cpu === undefined || rss === undefined) throw new Error(`no report: ${text}`);
  return { time, cpu, rss };
}

function add(samples: Samples, row: string, { time, cpu, rss }: Process): void {
  samples.add(`${row}-time`, 'ours', time);
  samples.add(`${row}-cpu`, 'ours', cpu);
  samples.add(`${row}-rss`, 'ours', rss);
}

/** Measures the same work without a pause, and after a rest. */
async function measureRest(samples: Samples, repetitions: number): Promise<void> {
  for (let repetition = 0; repetition < repetitions; repetition += 1) {
    warmUp();
    samples.add('floor-work', 'ours', timeOfWork());
    await pause(rest);
    samples.add('floor-work-rested', 'ours', timeOfWork());
  }
}

function timeOfWork(): number {
  const began = performance.now();
  work();
  return performance.now() - began;
}
