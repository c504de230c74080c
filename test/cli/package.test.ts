/** Tests that the packaged extension is complete and small, and contains only what users need. */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { before, describe, test } from 'node:test';
import { getMap, getStrings } from '#core/common/json.ts';
import { bundledPackages } from '#scripts/packaging/bundledPackages.ts';
import { title } from '#scripts/packaging/notices.ts';
import { repositoryRoot } from '#scripts/lib/run.ts';
import { sbomOf } from '#scripts/packaging/sbom.ts';
import { checkVsix, packVsix, vsixBudgetKib } from '#scripts/packaging/vsix.ts';
import { zipEntries, zipFile } from '#scripts/packaging/zipEntries.ts';

describe('the package', () => {
  let archive: Buffer;
  before(async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'osc-package-'));
    try {
      const file = path.join(folder, 'extension.vsix');
      await packVsix(file);
      archive = readFileSync(file);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  test('contains what users need and nothing else', () => assert.deepEqual(checkVsix(archive).problems, []));

  test('must be a valid zip archive', () => {
    const entries = zipEntries(archive);
    const manifest = entries.find(({ name }) => name === 'extension/package.json');
    assert.ok(manifest !== undefined && manifest.size > 1000);
    assert.throws(() => zipEntries(Buffer.from('no archive at all, but long enough to be one')), /not a zip archive/);
  });

  test('is rejected when a file is missing or unexpected', () => {
    // Renames one entry in the archive's directory. The new name has the same length, so offsets stay valid.
    const changed = Buffer.from(archive);
    const name = Buffer.from('extension/dist/cli.js');
    changed.write('extension/test/cli.js', changed.lastIndexOf(name));
    assert.deepEqual(checkVsix(changed).problems, [
      'dist/cli.js is not in the package',
      "extension/test/cli.js is in the package, but shouldn't be",
    ]);
  });

  test('is rejected when it exceeds its budget', () => {
    const padding = Buffer.alloc(vsixBudgetKib * 1024);
    const grown = Buffer.concat([archive, padding]);
    assert.deepEqual(checkVsix(grown).problems, [`the package is larger than ${vsixBudgetKib} KiB`]);
  });

  test('contains the license terms of exactly the bundled packages', () => {
    const notices = zipFile(archive, 'extension/NOTICES.txt').toString('utf8');
    const bundled = bundledPackages(repositoryRoot);
    assert.ok(bundled.length > 50);
    const named = notices.split('\n').filter((line) => /^\S+ \d\S* \([\w.-]+\)/.test(line));
    assert.deepEqual(named.toSorted(), bundled.map(title).toSorted());
    for (const { name, texts } of bundled) for (const text of texts) assert.ok(notices.includes(text), name);
  });

  test('has a bill of materials that lists exactly the packages in each bundle', () => {
    const bundled = bundledPackages(repositoryRoot);
    const { components } = sbomOf({ manifest: {}, bundled, sha256: '0'.repeat(64), at: new Date(0) });
    const listed = components.flatMap(({ type, group, name, properties }) =>
      type === 'library'
        ? properties.map(({ value }) => `${value} ${group === undefined ? '' : `${group}/`}${name}`)
        : [],
    );
    // The list that esbuild wrote, read without the code that creates the bill of materials.
    const written: unknown = JSON.parse(readFileSync(path.join(repositoryRoot, 'dist/packages.json'), 'utf8'));
    const expected = Object.keys(getMap(written)).flatMap((bundle) =>
      getStrings(written, bundle).map(
        (folder) => `${bundle} ${folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length)}`,
      ),
    );
    assert.deepEqual([...new Set(listed)].toSorted(), [...new Set(expected)].toSorted());
    const shipped = zipEntries(archive).map(({ name }) => name);
    for (const bundle of Object.keys(getMap(written))) assert.ok(shipped.includes(`extension/dist/${bundle}`), bundle);
    for (const name of shipped)
      if (name.endsWith('.js')) assert.ok(name.replace('extension/dist/', '') in getMap(written), name);
  });

  test('names no development tools', () => {
    const manifest: unknown = JSON.parse(zipFile(archive, 'extension/package.json').toString('utf8'));
    assert.deepEqual([getMap(manifest, 'devDependencies'), getMap(manifest, 'scripts')], [{}, {}]);
    assert.throws(() => zipFile(archive, 'extension/dist/packages.json'), /is not in the archive/);
  });
});
