/** Tests how `npm run bench` handles its options. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import process from 'node:process';
import { describe, test } from 'node:test';
import { repositoryRoot } from '#scripts/lib/run.ts';

function bench(...options: readonly string[]): { readonly code: number | null; readonly stderr: string } {
  const script = path.join(repositoryRoot, 'bench', 'index.ts');
  const { status, stderr } = spawnSync(process.execPath, [script, ...options], { encoding: 'utf8' });
  return { code: status, stderr };
}

describe('options of the benchmark', () => {
  for (const [title, options, message] of [
    ['a missing name of a measure', ['--only'], /^Option '--only <value>' argument missing\nUsage: /],
    ['an unknown option', ['--fast'], /^Unknown option '--fast'.*\nUsage: /],
    ['an unknown measure', ['--only', 'everything'], /^Unknown measure "everything"\.\nUsage: /],
  ] as const) {
    test(`report ${title} with the usage, and no stack`, () => {
      const { code, stderr } = bench(...options);
      assert.match(stderr, message);
      assert.doesNotMatch(stderr, /^ {4}at /m);
      assert.equal(code, 2);
    });
  }
});
