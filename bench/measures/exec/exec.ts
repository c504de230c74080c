/**
 * Reads the output of `yes` in a simulated container: as fast as possible, and in a terminal, which shows it more
 * slowly. The server and the reader run in separate processes. The stock server has no equivalent.
 */
import { fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { getString } from '#core/common/json.ts';
import { repositoryRoot } from '#scripts/lib/run.ts';
import type { Measure } from '../measure.ts';
import { messageOf } from '../messageOf.ts';
import { addValues, readReport } from '../readReport.ts';

/** Time that the terminal is open in a full run and in a quick run, in seconds. */
const [fullSeconds, quickSeconds] = [60, 5];
const bundle = path.join(repositoryRoot, 'dist/simulator.js');

export const exec: Measure = {
  name: 'exec',
  async run(samples, repetitions) {
    const seconds = repetitions > 3 ? fullSeconds : quickSeconds;
    const server = fork(path.join(import.meta.dirname, '../simulatorServer.ts'), [
      existsSync(bundle) ? bundle : '../../simulator/src/main.ts',
      'pod-logs',
    ]);
    try {
      const kubeconfig = getString(await messageOf(server), 'kubeconfig') ?? '';
      // Takes a minute in a full run.
      for (let repetition = 0; repetition < Math.max(1, Math.floor(repetitions / 20)); repetition += 1) {
        const program = path.join(import.meta.dirname, 'execReader.ts');
        addValues(samples, 'exec', await readReport(program, [String(seconds)], kubeconfig), ['time', 'stall', 'heap']);
      }
    } finally {
      server.kill();
    }
  },
};
