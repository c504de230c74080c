/**
 * Measures the size of the code that our server loads: until it responds to the first request, and until the first
 * diagnostics of a file with one document. Code that is loaded later than necessary for the first response still counts
 * in the second value.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Measure } from '../measure.ts';
import { recordLoads, type RecordedSession } from './recordedSession.ts';

export const size: Measure = {
  name: 'size',
  async run(samples, repetitions) {
    const folder = mkdtempSync(path.join(tmpdir(), 'osc-bench-'));
    try {
      for (let repetition = 0; repetition < Math.min(repetitions, 3); repetition += 1) {
        const { loads, responded, checked } = await recordLoads(path.join(folder, `${repetition}.json`));
        samples.add('size', 'ours', loadedUntil(loads, responded));
        samples.add('size-first', 'ours', loadedUntil(loads, checked));
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
};

/** Returns the size of the bundles that were loaded until this time, in KiB. */
function loadedUntil(loads: RecordedSession['loads'], time: number): number {
  const bytes = loads.reduce((sum, load) => (load.at <= time ? sum + load.bytes : sum), 0);
  if (bytes === 0) throw new Error('the server loaded no bundle');
  return bytes / 1024;
}
