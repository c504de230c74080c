/**
 * Measures the size of the code that our server loads: until it responds to the first request, and until the first
 * diagnostics of a file with one document. Code that is loaded later than necessary for the first response still counts
 * in the second value.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { getNumber, getString } from '#core/common/json.ts';
import { makeInput } from '../../driver/inputFiles.ts';
import { ours, serverBundle, singleFile } from '../../driver/servers.ts';
import { Session } from '../../driver/editorSession.ts';
import type { Measure } from '../measure.ts';

export const size: Measure = {
  name: 'size',
  async run(samples, repetitions) {
    const folder = mkdtempSync(path.join(tmpdir(), 'osc-bench-'));
    try {
      for (let repetition = 0; repetition < Math.min(repetitions, 3); repetition += 1) {
        const result = path.join(folder, `${repetition}.json`);
        const hook = pathToFileURL(path.join(import.meta.dirname, 'recordLoads.ts'));
        hook.searchParams.set('result', result);
        const session = new Session(ours, ['--import', hook.href]);
        const initialized = performance.timeOrigin + (await session.initialize());
        const checked = performance.timeOrigin + (await session.open(makeInput(`file:///bench/${singleFile}`, 1)));
        await session.stop();
        samples.add('size', 'ours', loadedUntil(result, initialized));
        samples.add('size-first', 'ours', loadedUntil(result, checked));
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
};

/** Returns the size of the bundles that were loaded until this time, in KiB. */
function loadedUntil(result: string, time: number): number {
  const loads: unknown = JSON.parse(readFileSync(result, 'utf8'));
  if (!Array.isArray(loads)) throw new Error('the server recorded no files');
  const bundles = pathToFileURL(path.dirname(serverBundle)).href;
  let bytes = 0;
  for (const load of loads)
    if (getString(load, 'url')?.startsWith(bundles) === true && (getNumber(load, 'at') ?? Infinity) <= time)
      bytes += getNumber(load, 'bytes') ?? 0;
  if (bytes === 0) throw new Error('the server loaded no bundle');
  return bytes / 1024;
}
