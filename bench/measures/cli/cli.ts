/**
 * Measures `osc-tools` as a whole process: checks of a large repository and of many policies, and its start. The stock
 * server has no equivalent.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import type { Samples } from '../../report/samples.ts';
import { serverBundle } from '../../driver/servers.ts';
import type { Measure } from '../measure.ts';
import { createCorpus, writeFiles } from './inputs/corpus.ts';
import { createPolicies } from './inputs/policies.ts';

const program = path.join(path.dirname(serverBundle), 'cli.js');
const [corpusSize, policyCount] = [10_000, 1680];

/** Prints the peak memory of a process when it exits, in KiB. */
const printPeak = `data:text/javascript,${encodeURIComponent(
  "process.on('exit', () => process.stderr.write('\\npeak ' + process.resourceUsage().maxRSS + '\\n'));",
)}`;
/** Reads all files of a folder, without checking them. */
const readAll = `const fs = require('node:fs'), path = require('node:path');
for (const file of fs.readdirSync(process.argv[1], { recursive: true, withFileTypes: true }))
  if (file.isFile()) fs.readFileSync(path.join(file.parentPath, file.name), 'utf8');`;

export const cli: Measure = {
  name: 'cli',
  async run(samples, repetitions) {
    const folder = mkdtempSync(path.join(tmpdir(), 'osc-bench-cli-'));
    try {
      const [corpus, policies] = [path.join(folder, 'corpus'), path.join(folder, 'policies')];
      writeFiles(corpus, createCorpus(corpusSize));
      const hasPolicies = writeFiles(policies, createPolicies(policyCount)) > 0;
      const own = [...createCorpus(1)].map((file) => path.join(corpus, file.path));
      for (let repetition = 0; repetition < repetitions; repetition += 1) {
        await measure(samples, 'cli-version', [program, '--version']);
        await measure(samples, 'cli-one', [program, 'lint', ...own]);
        await measure(samples, 'cli-node', ['--eval', '0']);
      }
      // Each of these runs takes seconds or minutes.
      for (let repetition = 0; repetition < Math.max(1, Math.floor(repetitions / 4)); repetition += 1) {
        await measure(samples, 'cli-corpus', [program, 'lint', corpus]);
        await measure(samples, 'cli-read', ['--eval', readAll, corpus]);
      }
      if (hasPolicies) await measure(samples, 'cli-policies', [program, 'lint', policies]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
};

/** Runs Node.js, and adds its elapsed time and its peak memory. */
async function measure(samples: Samples, row: string, args: readonly string[]): Promise<void> {
  const began = performance.now();
  const child = spawn(process.execPath, [`--import=${printPeak}`, ...args], { stdio: ['ignore', 'ignore', 'pipe'] });
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
  const [status]: readonly unknown[] = await once(child, 'close');
  const time = performance.now() - began;
  const peak = /\npeak (\d+)\n/.exec(errors)?.[1];
  // 1: the files have findings.
  if ((status !== 0 && status !== 1) || peak === undefined) throw new Error(errors.slice(-1000));
  samples.add(`${row}-time`, 'ours', time);
  samples.add(`${row}-rss`, 'ours', Number(peak) / 1024);
}
