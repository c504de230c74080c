/** The package: whole, small, and without anything that is not meant for users. */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { checkVsix, packVsix, vsixBudgetKib } from '../../scripts/lib/vsix.ts';
import { zipEntries } from '../../scripts/lib/zipNames.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'osc-package-'));
let archive: Buffer;
before(async () => {
  const file = path.join(folder, 'extension.vsix');
  await packVsix(file);
  archive = readFileSync(file);
});
after(() => rmSync(folder, { recursive: true, force: true }));

describe('the package', () => {
  test('has what users need and nothing else', () => assert.deepEqual(checkVsix(archive).problems, []));

  test('names of the archive are read right', () => {
    const entries = zipEntries(archive);
    const manifest = entries.find(({ name }) => name === 'extension/package.json');
    assert.ok(manifest !== undefined && manifest.size > 1000);
    assert.throws(() => zipEntries(Buffer.from('no archive at all, but long enough to be one')), /not a zip archive/);
  });

  test('a file that is missing, and one that nobody decided to ship, are noticed', () => {
    // The same archive with another name in its directory, of the same length.
    const doctored = Buffer.from(archive);
    const name = Buffer.from('extension/dist/cli.js');
    doctored.write('extension/test/cli.js', doctored.lastIndexOf(name));
    assert.deepEqual(checkVsix(doctored).problems, ['dist/cli.js is not in the package', 'extension/test/cli.js is in the package and should not be']);
  });

  test('a package that has grown too large is noticed', () => {
    const padding = Buffer.alloc(vsixBudgetKib * 1024);
    const grown = Buffer.concat([archive, padding]);
    assert.deepEqual(checkVsix(grown).problems, [`the package is larger than ${vsixBudgetKib} KiB`]);
  });
});
