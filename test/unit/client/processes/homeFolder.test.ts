/** Tests which folders are used if the user has no home folder, as in containers. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { cleanUpPrivateFolders, makeOwnFolder } from '#client/processes/privateFolder.ts';
import { usualDestination } from '#client/mustGather/collect/run/destination.ts';
import {
  findHomeFolder,
  findTemporaryFolder,
  findWorkingFolder,
  isWritableFolder,
} from '#client/processes/homeFolder.ts';
import { repositoryRoot } from '#scripts/lib/run.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'osc home-'));
after(() => rmSync(folder, { recursive: true, force: true }));
const root = path.parse(folder).root;

test('uses the root folder if the user has no home folder', () => {
  assert.equal(
    findHomeFolder(() => {
      throw new Error('uv_os_homedir returned ENOENT');
    }),
    root,
  );
  for (const home of ['', 'relative'])
    assert.equal(
      findHomeFolder(() => home),
      root,
      home,
    );
  assert.equal(
    findHomeFolder(() => folder),
    folder,
  );
});

test('runs commands in the root folder if the home folder is missing', () => {
  assert.equal(findWorkingFolder(folder), folder);
  assert.equal(findWorkingFolder(path.join(folder, 'missing')), root);
  writeFileSync(path.join(folder, 'file'), '');
  assert.equal(findWorkingFolder(path.join(folder, 'file')), root);
});

test('collects must-gathers in the folder of the extension if the home folder is missing', () => {
  const storage = path.join(folder, 'storage');
  assert.equal(usualDestination(storage, folder), path.join(folder, 'must-gather'));
  const missing = path.join(folder, 'missing');
  assert.equal(usualDestination(storage, missing), path.join(storage, 'must-gather'));
  mkdirSync(path.join(missing, 'must-gather'), { recursive: true });
  assert.equal(usualDestination(storage, missing), path.join(missing, 'must-gather'));
  assert.ok(!isWritableFolder(path.join(folder, 'file')));
});

test('stores logs in the folder of the extension if the temporary folder is missing', async () => {
  const storage = path.join(folder, 'state');
  assert.equal(findTemporaryFolder(storage, folder), folder);
  const temporary = findTemporaryFolder(storage, path.join(folder, 'gone'));
  assert.equal(temporary, path.join(storage, 'temporary'));
  await cleanUpPrivateFolders(temporary, () => false);
  const own = await makeOwnFolder(temporary);
  assert.equal(path.dirname(own), temporary);
  await cleanUpPrivateFolders(temporary, () => false);
  assert.deepEqual(readdirSync(temporary), []);
});

/** Calls of os.homedir and os.userInfo, but not the `userInfo` of Kubernetes. */
const calls = /\bhomedir\b|\bos\.userInfo\b|\buserInfo\b[^}]*\} from 'node:os'/;
/** Files whose calls are safe. */
const safe = ['client/src/processes/homeFolder.ts', 'server/src/platform/node/compileCache.ts'];

test('reads the home folder and the user only in code that expects errors', () => {
  const found = ['client', 'server', 'core', 'gather', 'simulator', 'redactionParsers'].flatMap((part) =>
    readdirSync(path.join(repositoryRoot, part), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => path.posix.join(part, name.replaceAll('\\', '/')))
      .filter((name) => calls.test(readFileSync(path.join(repositoryRoot, name), 'utf8'))),
  );
  assert.deepEqual(found.toSorted(), safe);
});
