/** Tests that the lint stage rejects unused files, exports, and dependencies. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { unusedCodeProbes } from '#test/support/repository/unusedCodeProbes.ts';

const entry = [
  'client/src/extension.ts',
  "import { used } from '#core/probe.ts';\nexport const activate = () => used;\n",
] as const;

describe('search for unused code', () => {
  test('accepts code that is used', () => {
    const { found } = unusedCodeProbes([entry, ['core/probe.ts', 'export const used = 1;\n']], 'esbuild');
    assert.deepEqual(
      found.filter((each) => !each.startsWith('devDependencies')),
      [],
    );
  });

  test('rejects an unused export, type, file, and dependency', () => {
    const { found, exitCode } = unusedCodeProbes(
      [
        entry,
        ['core/probe.ts', 'export const used = 1;\nexport const unused = 2;\nexport type Unused = string;\n'],
        ['core/unused.ts', 'export const nobodyImportsThis = 3;\n'],
      ],
      'esbuild',
    );
    assert.deepEqual(found, [
      'devDependencies package.json esbuild',
      'exports core/probe.ts unused',
      'files core/unused.ts core/unused.ts',
      'types core/probe.ts Unused',
    ]);
    assert.equal(exitCode, 1);
  });
});
