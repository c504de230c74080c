/**
 * Reads the Kata pods of a cluster with 20,000 pods, as the group of pods does. The server and the reader run in
 * separate processes. The stock server has no equivalent.
 */
import { fork } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { getNumber, getString } from '#core/common/json.ts';
import type { Measure } from '../measure.ts';
import { messageOf } from '../messageOf.ts';
import { addValues, readReport } from '../readReport.ts';

export const manyPods: Measure = {
  name: 'pods',
  async run(samples, repetitions) {
    const folder = mkdtempSync(path.join(tmpdir(), 'osc-bench-'));
    const server = fork(path.join(import.meta.dirname, 'manyPodsServer.ts'));
    try {
      const file = path.join(folder, 'kubeconfig');
      writeFileSync(file, getString(await messageOf(server), 'kubeconfig') ?? '', { mode: 0o600 });
      for (let repetition = 0; repetition < Math.max(3, Math.ceil(repetitions / 4)); repetition += 1) {
        const report = await readReport(path.join(import.meta.dirname, 'manyPodsReader.ts'), [file]);
        if (getNumber(report, 'pods') !== 5000) throw new Error(`not 5,000 Kata pods: ${JSON.stringify(report)}`);
        addValues(samples, 'pods', report, ['list', 'stall', 'heap']);
      }
    } finally {
      server.kill();
      rmSync(folder, { recursive: true });
    }
  },
};
