/** Tests that logs leave nothing on disk, even if a window was killed. */
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { OpenLogs } from '#client/logs/openLogs.ts';
import { makeOwnFolder, cleanUpPrivateFolders } from '#client/processes/privateFolder.ts';

test("cleanup removes only log folders of ended processes and doesn't follow links", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'osc-sweep-test-'));
  try {
    const own = path.basename(await makeOwnFolder(folder));
    assert.match(own, new RegExp(`^osc-log-${process.pid}-`));
    const kept = [own, 'osc-log-12-toolong7', 'osc-log-13-folder', 'osc-log-14-linked', 'other', 'osc-log-15-nofile'];
    for (const name of ['osc-log-11-folder', 'osc-log-12-toolong7', 'osc-log-13-folder', 'other']) {
      await mkdir(path.join(folder, name));
      await writeFile(path.join(folder, name, 'lines'), 'x');
    }
    await symlink(path.join(folder, 'other'), path.join(folder, 'osc-log-14-linked'));
    await writeFile(path.join(folder, 'osc-log-15-nofile'), 'x');
    const isAlive = (pid: number): boolean => pid === 13 || pid === process.pid;
    if (process.getuid !== undefined) {
      await cleanUpPrivateFolders(folder, isAlive, { user: process.getuid() + 1 });
      assert.ok((await readdir(folder)).includes('osc-log-11-folder'), 'of somebody else');
    }
    await cleanUpPrivateFolders(folder, isAlive);
    assert.deepEqual((await readdir(folder)).toSorted(), kept.toSorted());
    assert.deepEqual(await readdir(path.join(folder, 'other')), ['lines']);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test('open log is closed once, by its page or with the window', () => {
  const open = new OpenLogs();
  const closed: string[] = [];
  const closeFirst = open.add(() => closed.push('first'));
  const closeSecond = open.add(() => closed.push('second'));
  closeFirst();
  open.closeAll();
  closeSecond();
  assert.deepEqual(closed, ['first', 'second']);
});
