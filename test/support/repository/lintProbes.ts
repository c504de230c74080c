/**
 * Lints files that aren't in the repository with the configuration of the repository, in a separate folder. Other tests
 * read the sources at the same time.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { getList, getString } from '#core/common/json.ts';

const root = path.resolve(import.meta.dirname, '../../..');

/** Returns the codes of the lint findings in each file, such as `eslint(no-restricted-imports)`. */
export function lintProbes(
  files: readonly (readonly [file: string, text: string])[],
): ReadonlyMap<string, readonly string[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'osc-lint-'));
  try {
    copyFileSync(path.join(root, '.oxlintrc.json'), path.join(folder, '.oxlintrc.json'));
    for (const [file, text] of files) {
      mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
      writeFileSync(path.join(folder, file), text);
    }
    const { stdout, stderr } = spawnSync(
      process.execPath,
      [path.join(root, 'node_modules/oxlint/bin/oxlint'), '--format=json', '.'],
      {
        cwd: folder,
        encoding: 'utf8',
      },
    );
    assert.match(stdout, /^\{/, stderr);
    const answer: unknown = JSON.parse(stdout);
    const found = getList(answer, 'diagnostics').map(
      (each) => [(getString(each, 'filename') ?? '').replaceAll('\\', '/'), getString(each, 'code') ?? ''] as const,
    );
    return new Map(files.map(([file]) => [file, found.filter(([name]) => name === file).map(([, code]) => code)]));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
