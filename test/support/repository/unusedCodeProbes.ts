/**
 * Searches files that aren't in the repository for unused code with the configuration of the repository, in a separate
 * folder.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { getList, getMap, getString } from '#core/common/json.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const kinds = ['files', 'exports', 'types', 'devDependencies'] as const;

/**
 * Returns the unused code as `<kind> <file> <name>`, and the exit code of the lint command.
 * @param dependency package to add to the development dependencies
 */
export function unusedCodeProbes(
  files: readonly (readonly [file: string, text: string])[],
  dependency: string,
): { readonly found: readonly string[]; readonly exitCode: number | null } {
  const folder = mkdtempSync(path.join(tmpdir(), 'osc-unused-'));
  try {
    copyFileSync(path.join(root, 'knip.jsonc'), path.join(folder, 'knip.jsonc'));
    const manifest: unknown = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
    const { type, imports } = { type: getString(manifest, 'type'), imports: getMap(manifest, 'imports') };
    writeFileSync(
      path.join(folder, 'package.json'),
      JSON.stringify({ name: 'probe', type, imports, devDependencies: { [dependency]: '1.0.0' } }),
    );
    symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
    for (const [file, text] of files) {
      mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
      writeFileSync(path.join(folder, file), text);
    }
    const program = path.join(root, 'node_modules/knip/bin/knip.js');
    const { stdout, stderr, status } = spawnSync(process.execPath, [program, '--reporter', 'json'], {
      cwd: folder,
      encoding: 'utf8',
    });
    assert.match(stdout, /^\{/, stderr);
    const issues = getList(JSON.parse(stdout), 'issues');
    const found = issues.flatMap((issue) =>
      kinds.flatMap((kind) =>
        getList(issue, kind).map(
          (each) => `${kind} ${getString(issue, 'file') ?? ''} ${getString(each, 'name') ?? ''}`,
        ),
      ),
    );
    return { found: found.toSorted(), exitCode: status };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
