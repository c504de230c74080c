import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { after, before, describe, test } from 'node:test';
import {
  leakMessage,
  differences,
  foldersOfFile,
  processesOf,
  readHomeState,
} from '#test/support/workbench/session/homeState.ts';

describe('home of a shared VS Code server', () => {
  let home: string;
  before(() => {
    home = mkdtempSync(path.join(tmpdir(), 'osc-home-'));
    for (const folder of foldersOfFile) mkdirSync(path.join(home, folder), { recursive: true });
    writeFileSync(path.join(home, 'user-data/User/settings.json'), '{}');
    mkdirSync(path.join(home, 'extensions/ours-1.0.0'), { recursive: true });
  });
  after(() => rmSync(home, { recursive: true, force: true }));

  test('has no differences when nothing was left', () => {
    assert.deepEqual(differences(readHomeState(home), readHomeState(home)), []);
  });

  test('reports changed settings, added and removed files, and installed extensions', () => {
    const pristine = readHomeState(home);
    writeFileSync(path.join(home, 'user-data/User/settings.json'), '{ "osc.readOnly": true }');
    writeFileSync(path.join(home, 'kube/config'), 'clusters: []');
    mkdirSync(path.join(home, 'extensions/other-2.0.0'));
    assert.deepEqual(differences(pristine, readHomeState(home)), [
      'extensions/other-2.0.0 was added',
      'kube/config was added',
      'user-data/User/settings.json was changed',
    ]);
    rmSync(path.join(home, 'user-data/User/settings.json'));
    assert.ok(differences(pristine, readHomeState(home)).includes('user-data/User/settings.json was removed'));
  });

  test("doesn't report the list of extensions that VS Code writes when the first window opens", () => {
    const pristine = readHomeState(home);
    writeFileSync(path.join(home, 'extensions/extensions.json'), '[]');
    assert.deepEqual(differences(pristine, readHomeState(home)), []);
  });

  test("names both files when the first doesn't clean up the server", () => {
    assert.equal(
      leakMessage('test/workbench/one.test.ts', 'test/workbench/two.test.ts', ['kube/config was added']),
      "test/workbench/one.test.ts didn't clean up the VS Code server that test/workbench/two.test.ts also uses: kube/config was added.",
    );
  });
});

describe('processes of a shared VS Code server', { skip: process.platform !== 'linux' }, () => {
  const home = '/tmp/osc-home-of-a-test';
  let left: ChildProcess;
  before(async () => {
    const script = 'console.log("ready"); setInterval(() => undefined, 1000)';
    left = spawn(process.execPath, ['-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, XDG_DATA_HOME: path.join(home, 'xdg-data') },
    });
    await once(left.stdout ?? left, 'data');
  });
  after(async () => {
    left.kill();
    await once(left, 'close');
  });

  test('are found by the home in their environment', () => {
    assert.match(processesOf(home).get(left.pid ?? 0) ?? '', /setInterval/);
    assert.equal(processesOf('/tmp/osc-home-of-another').size, 0);
  });
});
