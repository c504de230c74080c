/**
 * Measures the CPU time that activation costs the extension host: loading the bundle without a compile cache, and
 * running `activate`.
 */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import process from 'node:process';
import type { Measure } from './measure.ts';

export const activation: Measure = {
  name: 'activation',
  run(samples, repetitions) {
    for (let repetition = 0; repetition < repetitions; repetition += 1) {
      const { stdout, stderr, status } = spawnSync(
        process.execPath,
        [path.join(import.meta.dirname, 'activationProcess.ts')],
        { encoding: 'utf8' },
      );
      if (status !== 0) throw new Error(stderr.slice(-1000));
      samples.add('activation', 'ours', Number(stdout));
    }
    return Promise.resolve();
  },
};
