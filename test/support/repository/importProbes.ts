/**
 * Checks the imports of files that aren't in the repository with the import rules of the repository, in a separate
 * folder.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { getList, getString } from '#core/common/json.ts';

const root = path.resolve(import.meta.dirname, '../../..');

/**
 * Returns the names of the import rules that each file violates. A file that is only the target of an import has an
 * empty text.
 */
export function importProbes(
  files: readonly (readonly [file: string, text: string])[],
): ReadonlyMap<string, readonly string[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'osc-imports-'));
  try {
    for (const name of ['.dependency-cruiser.mjs', 'package.json'])
      copyFileSync(path.join(root, name), path.join(folder, name));
    symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
    for (const [file, text] of files) {
      mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
      writeFileSync(path.join(folder, file), text);
    }
    const { stdout, stderr } = spawnSync(
      process.execPath,
      [
        path.join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs'),
        '--config',
        '.dependency-cruiser.mjs',
        '--output-type',
        'json',
        ...new Set(files.map(([file]) => file.split('/')[0] ?? file)),
      ],
      { cwd: folder, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
    );
    assert.match(stdout, /^\{/, stderr);
    const violations = getList(JSON.parse(stdout), 'summary', 'violations').map(
      (each) => [getString(each, 'from') ?? '', getString(each, 'rule', 'name') ?? ''] as const,
    );
    return new Map(files.map(([file]) => [file, violations.filter(([from]) => from === file).map(([, rule]) => rule)]));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
