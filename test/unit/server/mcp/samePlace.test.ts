/** Tests that a file isn't read if it becomes a link between the check of its path and the read. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, test } from 'node:test';
import { newestRelease } from '#core/product/releases.ts';
import { AllowedRoots } from '#server/mcp/allowedFolders.ts';
import { tarOf } from '#test/support/mustGather/archiveFiles.ts';
import { lintPlaces, mustGatherReport, textAt } from '#server/cli/mcpBackends/fileBackend.ts';

describe('assistant file access', () => {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'osc-place-')));
  after(() => rmSync(folder, { recursive: true, force: true }));

  test("doesn't read a path that became a link after it was found", async () => {
    const [root, outside] = [path.join(folder, 'root'), path.join(folder, 'outside')];
    for (const one of [root, outside]) mkdirSync(one);
    const manifest =
      'apiVersion: kataconfiguration.openshift.io/v1\nkind: KataConfig\nmetadata:\n  name: x\nspec:\n  logLevel: CANARY\n';
    writeFileSync(path.join(outside, 'a.yaml'), manifest);
    writeFileSync(path.join(root, 'real.yaml'), manifest);
    symlinkSync(path.join(outside, 'a.yaml'), path.join(root, 'a.yaml'));
    symlinkSync(outside, path.join(root, 'b'));
    const roots = await AllowedRoots.open([root]);
    assert.ok(roots.ok);
    for (const [name, isRead] of [
      ['real.yaml', true],
      ['a.yaml', false],
      ['b/a.yaml', false],
    ] as const) {
      // Locations as they were found while they were still files.
      const place = { full: path.join(root, name), name, isFolder: false };
      assert.equal((await textAt(place)).ok, isRead, name);
      const linted = await lintPlaces([place], newestRelease, roots.value);
      assert.equal(JSON.stringify(linted).includes('CANARY'), isRead, name);
    }
  });

  test("doesn't read a must-gather after its path, a folder in it, or the must-gather itself becomes a link", async () => {
    const base = path.join(folder, 'gathers');
    const nodes = 'cluster-scoped-resources/core/nodes';
    const write = (gather: string, name: string): void => {
      mkdirSync(path.join(gather, nodes), { recursive: true });
      writeFileSync(path.join(gather, nodes, `${name}.yaml`), `metadata:\n  name: ${name}\n  uid: ${name}\n`);
    };
    const outside = path.join(base, 'outside');
    write(outside, 'canary');
    writeFileSync(
      path.join(base, 'outside.tar'),
      tarOf([{ name: `${nodes}/canary.yaml`, text: 'metadata:\n  name: canary\n  uid: canary\n' }]),
    );
    const { signal } = new AbortController();
    for (const [what, turned, read, target] of [
      ['the must-gather', '', '', outside],
      ['a folder of it', 'cluster-scoped-resources/core', '', path.join(outside, 'cluster-scoped-resources/core')],
      ['a file of it', `${nodes}/own.yaml`, '', path.join(outside, nodes, 'canary.yaml')],
      ['the way to it', '', 'inner', base],
      ['an archive', 'archive.tar', 'archive.tar', path.join(base, 'outside.tar')],
    ] as const) {
      const root = path.join(base, 'root');
      const gather = path.join(root, read);
      if (read !== 'archive.tar') write(read === 'inner' ? path.join(root, 'inner') : root, 'own');
      else {
        mkdirSync(root);
        writeFileSync(gather, tarOf([{ name: `${nodes}/own.yaml`, text: 'metadata:\n  name: own\n  uid: own\n' }]));
      }
      const roots = await AllowedRoots.open([root]);
      assert.ok(roots.ok);
      const place = await roots.value.find(gather);
      assert.ok(place.ok);
      const before = await mustGatherReport(place.value, signal);
      assert.equal(before.ok ? before.value.gathered.read : before.error, 1, what);
      renameSync(path.join(root, turned), path.join(base, 'away'));
      symlinkSync(target, path.join(root, turned));
      if (read === 'inner') symlinkSync(outside, path.join(base, 'inner'));
      const after = await mustGatherReport(place.value, signal);
      assert.equal(after.ok ? after.value.gathered.read : 'not read', 'not read', what);
      for (const name of ['root', 'away', 'inner']) rmSync(path.join(base, name), { recursive: true, force: true });
    }
  });
});
