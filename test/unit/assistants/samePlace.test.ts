/** Between the moment when a path was looked at and that when it is read, somebody may put a link in its place. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, test } from 'node:test';
import { newestRelease } from '../../../core/releases.ts';
import { Roots } from '../../../server/src/assistants/roots.ts';
import { lintPlaces, textAt } from '../../../server/src/cli/assistantFiles.ts';

describe('assistant file access', () => {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'osc-place-')));
  after(() => rmSync(folder, { recursive: true, force: true }));

  test("doesn't read a path that became a link after it was found", async () => {
    const [root, outside] = [path.join(folder, 'root'), path.join(folder, 'outside')];
    for (const one of [root, outside]) mkdirSync(one);
    const manifest = 'apiVersion: kataconfiguration.openshift.io/v1\nkind: KataConfig\nmetadata:\n  name: x\nspec:\n  logLevel: CANARY\n';
    writeFileSync(path.join(outside, 'a.yaml'), manifest);
    writeFileSync(path.join(root, 'real.yaml'), manifest);
    symlinkSync(path.join(outside, 'a.yaml'), path.join(root, 'a.yaml'));
    symlinkSync(outside, path.join(root, 'b'));
    const roots = await Roots.open([root]);
    assert.ok(roots.ok);
    for (const [name, isRead] of [
      ['real.yaml', true],
      ['a.yaml', false],
      ['b/a.yaml', false],
    ] as const) {
      // As they were found while they were files.
      const place = { full: path.join(root, name), name, isFolder: false };
      assert.equal((await textAt(place)).ok, isRead, name);
      const linted = await lintPlaces([place], newestRelease, roots.value);
      assert.equal(JSON.stringify(linted).includes('CANARY'), isRead, name);
    }
  });
});
