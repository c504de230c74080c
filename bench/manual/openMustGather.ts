/**
 * Measures how long a must-gather of 2 GB takes to open and how much memory the reading process needs, as a folder,
 * tar, tar.gz, and zip. Run `node bench/manual/openMustGather.ts [MiB]`. Temporarily writes about four times that size
 * to the temporary folder. Requires `tar` and `zip`.
 */
import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, openSync, readdirSync, rmSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { getNumber } from '#core/common/json.ts';

const mebibytes = Number(process.argv[2] ?? 2048);
const root = mkdtempSync(path.join(tmpdir(), 'osc-bench-gather-'));
try {
  const folder = path.join(root, 'gather');
  execFileSync(
    process.execPath,
    ['server/src/cli/main.ts', 'simulate', '--scenario', 'install-pool-paused', '--must-gather', folder],
    { stdio: 'inherit' },
  );
  fill(folder, mebibytes);
  const archives: readonly (readonly [kind: string, file: string, pack: (() => void) | undefined])[] = [
    ['folder', folder, undefined],
    ['tar', `${folder}.tar`, () => execFileSync('tar', ['-C', root, '-cf', `${folder}.tar`, 'gather'])],
    ['tar.gz', `${folder}.tgz`, () => execFileSync('tar', ['-C', root, '-czf', `${folder}.tgz`, 'gather'])],
    ['zip', `${folder}.zip`, () => execFileSync('zip', ['-qr', `${folder}.zip`, 'gather'], { cwd: root })],
  ];
  console.log(
    `${mebibytes} MiB of logs\n\n| format | size | time | CPU time | memory |\n| --- | --- | --- | --- | --- |`,
  );
  for (const [kind, file, pack] of archives) {
    pack?.();
    const told: unknown = JSON.parse(
      execFileSync(process.execPath, ['bench/manual/openMustGatherProcess.ts', file], { encoding: 'utf8' }),
    );
    const [wall, cpu, memory] = ['milliseconds', 'cpu', 'memoryMib'].map((name) => getNumber(told, name) ?? 0);
    const size = kind === 'folder' ? `${mebibytes} MiB` : `${Math.round(statSync(file).size / 2 ** 20)} MiB`;
    console.log(`| ${kind} | ${size} | ${seconds(wall)} | ${seconds(cpu)} | ${Math.round(memory ?? 0)} MiB |`);
    if (kind !== 'folder') rmSync(file);
  }
} finally {
  rmSync(root, { recursive: true, force: true });
}

/** Writes node logs of `size` MiB in total, half CRI-O and half kubelet. */
function fill(folder: string, size: number): void {
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

/** Returns log lines of about 1 MiB. */
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

function seconds(milliseconds: number | undefined): string {
  return `${((milliseconds ?? 0) / 1000).toFixed(1)} s`;
}
