/**
 * Measures how long the report of a must-gather of 2 GiB takes, as a folder and as archives, and how much memory the
 * process needs. Also measures the minimum: only reading the files, and only decompressing them.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { getNumber } from '#core/common/json.ts';
import type { Samples } from '../../report/samples.ts';
import { commandLineBundle } from '../../driver/servers.ts';
import type { Measure } from '../measure.ts';
import { createMustGather, type Format } from './mustGatherFiles.ts';

/** Size of the logs in a full run and in a quick run, in MiB. */
const [fullSize, quickSize] = [2048, 256];
const formats: readonly Format[] = ['folder', 'tar', 'tgz', 'zip'];

export const mustGather: Measure = {
  name: 'mustGather',
  async run(samples, repetitions) {
    const root = mkdtempSync(path.join(tmpdir(), 'osc-bench-gather-'));
    try {
      const size = repetitions > 3 ? fullSize : quickSize;
      const files = await createMustGather(commandLineBundle, root, size);
      for (let repetition = 0; repetition < (repetitions > 3 ? 3 : 1); repetition += 1) {
        for (const format of formats) report(samples, format, files[format], path.join(root, 'usage.json'));
        samples.add('gather-read', 'ours', timeOfFloor(files.folder, size));
        samples.add('gather-inflate', 'ours', timeOfFloor(files.tgz, size));
      }
      await dropFromCache(files.folder);
      samples.add('gather-disk', 'ours', timeOfFloor(files.folder, size));
    } finally {
      rmSync(root, { recursive: true, force: true });
    }
  },
};

function report(samples: Samples, format: Format, file: string, usage: string): void {
  const began = performance.now();
  // The exit code is 1, because the report has findings.
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [path.join(import.meta.dirname, 'reportProcess.ts'), commandLineBundle, file, usage],
    { encoding: 'utf8' },
  );
  samples.add(`gather-${format}-time`, 'ours', performance.now() - began);
  if (!/paused/i.test(stdout)) throw new Error(`not a report: ${stdout}${stderr}`);
  const used: unknown = JSON.parse(readFileSync(usage, 'utf8'));
  for (const name of ['cpu', 'memory'])
    samples.add(`gather-${format}-${name}`, 'ours', getNumber(used, name) ?? Number.NaN);
}

/** Returns the time of only reading or decompressing a source, in milliseconds. */
function timeOfFloor(source: string, size: number): number {
  const result: unknown = JSON.parse(
    execFileSync(process.execPath, [path.join(import.meta.dirname, 'floorProcess.ts'), source], { encoding: 'utf8' }),
  );
  if ((getNumber(result, 'bytes') ?? 0) < size * 2 ** 20) throw new Error('the source was not read completely');
  return getNumber(result, 'time') ?? Number.NaN;
}

/** Removes the files of a folder from the cache of the operating system, so that they're read from the disk. */
async function dropFromCache(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = path.join(entry.parentPath, entry.name);
    execFileSync('sync', [file]);
    execFileSync('dd', [`if=${file}`, 'iflag=nocache', 'count=0', 'status=none']);
  }
}
