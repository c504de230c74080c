/** Creates the must-gather that the measure reads: a simulated cluster with large node logs, in several formats. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, readdirSync, statSync, writeSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';

/** Formats of a must-gather, which are parts of row IDs. */
export type Format = 'folder' | 'tar' | 'tgz' | 'zip';

/**
 * Creates the must-gather in a folder and as archives next to it. Requires `tar` and `zip`. Returns the paths.
 * @param cli path of the command line
 * @param root an empty folder
 * @param mebibytes size of the logs
 */
export async function createMustGather(
  cli: string,
  root: string,
  mebibytes: number,
): Promise<Readonly<Record<Format, string>>> {
  const folder = path.join(root, 'gather');
  await execute(process.execPath, [cli, 'simulate', '--scenario', 'install-pool-paused', '--must-gather', folder]);
  writeLogs(folder, mebibytes);
  const files = { folder, tar: `${folder}.tar`, tgz: `${folder}.tgz`, zip: `${folder}.zip` };
  await Promise.all([
    execute('tar', ['-C', root, '-czf', files.tgz, 'gather']),
    execute('zip', ['-qr', files.zip, 'gather'], root),
  ]);
  await execute('tar', ['-C', root, '-cf', files.tar, 'gather']);
  return files;
}

async function execute(program: string, args: readonly string[], cwd?: string): Promise<void> {
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'inherit'], ...(cwd === undefined ? {} : { cwd }) });
  const [code]: unknown[] = await once(child, 'exit');
  if (code !== 0) throw new Error(`${program} failed with exit code ${String(code)}`);
}

/** Writes node logs of `size` MiB in total, half CRI-O and half kubelet. */
function writeLogs(folder: string, size: number): void {
  const [run = ''] = readdirSync(folder).filter((name) => statSync(path.join(folder, name)).isDirectory());
  for (const [index, name] of ['crio', 'kubelet'].entries()) {
    const node = path.join(folder, run, 'nodes', 'worker-0');
    mkdirSync(node, { recursive: true });
    const file = openSync(path.join(node, `worker-0_logs_${name}`), 'w');
    try {
      for (let piece = 0; piece < size / 2; piece += 1) writeSync(file, logPiece(piece * 2 + index));
    } finally {
      closeSync(file);
    }
  }
}

/** Returns log lines of about 1 MiB, which depend only on the seed. */
function logPiece(seed: number): string {
  const lines: string[] = [];
  let length = 0;
  for (let at = 0; length < 2 ** 20; at += 1) {
    const number = (seed * 7919 + at * 104_729) % 1_000_003;
    const line = `Nov 20 10:${String(at % 60).padStart(2, '0')}:12.${number} worker-0 crio[2214]: time="2026-11-20T10:41:12Z" level=info msg="Checking image status: registry.example.com/app-${number % 97}:${number}" id=${(number * 2_654_435_761).toString(16)} name=/runtime.v1.ImageService/ImageStatus`;
    lines.push(line);
    length += line.length + 1;
  }
  return `${lines.join('\n')}\n`;
}
