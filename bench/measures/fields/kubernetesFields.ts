/**
 * Measures the checks of Kubernetes fields after the parser has read the files, and reading a large CRD. The stock
 * server has no equivalent.
 */
import { statSync } from 'node:fs';
import path from 'node:path';
import { repositoryRoot } from '#scripts/lib/run.ts';
import type { Measure } from '../measure.ts';
import { addValues, readReport } from '../readReport.ts';

const values = ['deployment', 'chart', 'deploymentAll', 'chartAll', 'edit', 'crd', 'crdStall'];

export const kubernetesFields: Measure = {
  name: 'fields',
  async run(samples, repetitions) {
    for (const file of ['tables', 'descriptions']) {
      const { size } = statSync(path.join(repositoryRoot, `core/kubernetes/${file}.json`));
      samples.add(`fields-${file}`, 'ours', size / 1024);
    }
    for (let repetition = 0; repetition < Math.max(3, Math.ceil(repetitions / 4)); repetition += 1) {
      addValues(samples, 'fields', await readReport(path.join(import.meta.dirname, 'fieldsReader.ts'), []), values);
      addValues(samples, 'fields', await readReport(path.join(import.meta.dirname, 'tablesReader.ts'), []), ['rss']);
    }
  },
};
