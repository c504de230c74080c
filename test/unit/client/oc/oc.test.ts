/** Tests the `oc` executable: which one is used, how it is called, and how it ends. */
import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { after, before, describe, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { filesOf, loadKubeconfig } from '#client/kubernetes/kubeconfig/loadKubeconfig.ts';
import { realClock } from '#client/kubernetes/clock.ts';
import { findOc, isInside } from '#client/oc/findOc.ts';
import { createOcArguments, ocEnv } from '#client/oc/ocEnv.ts';
import { askVersion, readVersion } from '#client/oc/ocVersion.ts';
import { PlainLines } from '#client/oc/plainLines.ts';
import { runOc } from '#client/oc/runOc.ts';
import { fullOnce } from '#test/support/time/gate.ts';
import { ManualClock } from '#test/support/time/manualClock.ts';
import { makeStandInOc, type StandInOc } from '#test/support/standInOc/standInOc.ts';

const posix = { skip: process.platform === 'win32' ? 'the stand-in is a script, which Windows does not run' : false };

describe('oc lookup', posix, () => {
  let oc: StandInOc;
  let folder: string;
  before(() => {
    oc = makeStandInOc();
    folder = mkdtempSync(path.join(os.tmpdir(), 'osc-find-'));
  });
  after(() => {
    oc.remove();
    rmSync(folder, { recursive: true });
  });
  const search = (more: object) => findOc({ setting: '', env: {}, home: folder, never: [], ...more });

  test('uses the first oc in an absolute PATH folder', async () => {
    const env = { PATH: ['relative', '', folder, oc.folder].join(path.delimiter) };
    assert.deepEqual(await search({ env }), { ok: true, value: oc.path });
    assert.equal((await search({ env: { PATH: path.relative(process.cwd(), oc.folder) } })).ok, false);
  });

  test('rejects an oc in the workspace, by name or by link', async () => {
    const inside = path.join(folder, 'bin');
    mkdirSync(inside);
    symlinkSync(oc.path, path.join(inside, 'oc'));
    const env = { PATH: [inside, oc.folder].join(path.delimiter) };
    assert.deepEqual(await search({ env, never: [folder] }), { ok: true, value: oc.path });
    assert.equal((await search({ env: { PATH: inside }, never: [folder] })).ok, false);
    assert.equal(
      (await search({ env: { PATH: inside }, never: [oc.folder] })).ok,
      false,
      'the link leads into the workspace',
    );
    const set = await search({ setting: path.join(inside, 'oc'), never: [folder] });
    assert.match(set.ok ? '' : set.error.message, /in the workspace/);
  });

  test('prefers the setting to the PATH and reports an invalid setting', async () => {
    const file = path.join(folder, 'oc-text');
    writeFileSync(file, 'no program');
    const env = { PATH: oc.folder };
    const wrong = await search({ setting: file, env });
    assert.equal(wrong.ok ? '' : wrong.error.why, 'setting');
    chmodSync(file, 0o755);
    assert.deepEqual(await search({ setting: '~/oc-text', env }), { ok: true, value: file });
  });

  test('accepts only .exe files on Windows', async () => {
    const script = path.join(folder, 'oc.cmd');
    writeFileSync(script, '', { mode: 0o755 });
    assert.match(JSON.stringify(await search({ setting: script, platform: 'win32' })), /isn't an \.exe file/);
    assert.equal((await search({ env: { Path: folder }, platform: 'win32' })).ok, false);
    const program = path.join(folder, 'oc.exe');
    writeFileSync(program, '', { mode: 0o755 });
    assert.deepEqual(await search({ env: { Path: folder }, platform: 'win32' }), { ok: true, value: program });
  });

  test('reads the version, which can be unknown', async () => {
    assert.deepEqual(await askVersion(oc.path, folder, realClock, process.env), {
      ok: true,
      value: { path: oc.path, version: '4.21.9' },
    });
    assert.equal(readVersion('{"clientVersion":{"gitVersion":"v1.27.1"}}'), '1.27.1');
    assert.equal(readVersion('{"releaseClientVersion":"<b>"}'), undefined);
    assert.equal(readVersion('no JSON'), undefined);
    assert.equal((await askVersion(path.join(folder, 'none'), folder, realClock, process.env)).ok, false);
  });
});

test('oc arguments always name the cluster and never use the inherited kubeconfig', () => {
  const env = { KUBECONFIG: '/other', PATH: '/bin' };
  assert.deepEqual(createOcArguments({ kubeconfig: ['/a b'], context: 'c' }, ['adm', '--', 'x']), [
    '--kubeconfig=/a b',
    '--context=c',
    'adm',
    '--',
    'x',
  ]);
  assert.deepEqual(ocEnv(env, ['/a']), { PATH: '/bin', NO_COLOR: '1', LANG: 'C', LC_ALL: 'C' });
  assert.deepEqual(createOcArguments({ kubeconfig: ['/a', '/b'], context: 'c' }, ['get']), ['--context=c', 'get']);
  assert.equal(ocEnv(env, ['/a', '/b'])['KUBECONFIG'], ['/a', '/b'].join(path.delimiter));
  assert.equal(ocEnv(env, [])['KUBECONFIG'], os.devNull);
});

test('oc output lines are complete, without colors, and limited in length', () => {
  const lines: string[] = [];
  const plain = new PlainLines((line) => lines.push(line));
  const bytes = Buffer.from('\u001b[31mgrün\u001b[0m\r\n\u001b]0;title\u0007tab\there\nlast', 'utf8');
  for (const byte of bytes) plain.push(Buffer.of(byte));
  plain.end();
  assert.deepEqual(lines, ['grün', 'tab\there', 'last']);
  plain.push(Buffer.from(`${'x'.repeat(200_000)}\nshort\n`));
  assert.equal(lines[3]?.length, 64 * 1024 + 4);
  assert.equal(lines[4], 'short');
});

test('folder check includes the folder itself but no sibling with the same prefix', () => {
  assert.equal(isInside('/a/b', '/a'), true);
  assert.equal(isInside('/a', '/a'), true);
  assert.equal(isInside('/ab', '/a'), false);
  assert.equal(isInside('/a/..b', '/a'), true);
});

describe('oc process', posix, () => {
  let oc: StandInOc;
  let folder: string;
  before(() => {
    oc = makeStandInOc();
    folder = mkdtempSync(path.join(os.tmpdir(), 'osc-run-'));
  });
  after(() => {
    oc.remove();
    rmSync(folder, { recursive: true });
  });
  const cluster = { kubeconfig: ['/nowhere'], context: 'demo; rm -rf $HOME' };
  const run = (args: readonly string[], onLine: (line: string) => void = () => undefined) =>
    runOc({ program: { path: oc.path, version: undefined }, cluster, args, folder, onLine });

  test('receives its arguments unchanged', async () => {
    oc.plan({ lines: ['one', 'two'] });
    const lines: string[] = [];
    const { ended } = run(['adm', 'node-logs', 'a b"$(x)`'], (line) => lines.push(line));
    assert.deepEqual(await ended, { ok: true, value: { kind: 'ended', code: 0 } });
    assert.deepEqual(lines, ['one', 'two']);
    const call = oc.calls().at(-1);
    assert.deepEqual(call?.args, [
      '--kubeconfig=/nowhere',
      '--context=demo; rm -rf $HOME',
      'adm',
      'node-logs',
      'a b"$(x)`',
    ]);
    assert.equal(call.kubeconfig, undefined);
  });

  test('cleans up after an interrupt or a termination but not after a kill', async () => {
    oc.plan({ gather: 'hangs' });
    for (const how of ['interrupt', 'terminate', 'kill'] as const) {
      const lines: string[] = [];
      const child = run(['adm', 'must-gather'], (line) => {
        lines.push(line);
        if (line.includes('waiting for gather')) child[how]();
      });
      const end = await child.ended;
      assert.deepEqual(end, {
        ok: true,
        value: how === 'kill' ? { kind: 'signal', signal: 'SIGKILL' } : { kind: 'ended', code: 1 },
      });
      assert.equal(
        lines.some((line) => line.includes('deleted')),
        how !== 'kill',
        how,
      );
      // After the process has ended, a signal has no effect.
      child.kill();
    }
  });

  test("waits while its output isn't read and loses nothing", async () => {
    oc.plan({ lines: Array.from({ length: 4000 }, (_, number) => `${number} ${'x'.repeat(1000)}`) });
    const full = fullOnce();
    let seen = 0;
    const clock = new ManualClock();
    const child = runOc(
      {
        program: { path: oc.path, version: undefined },
        cluster,
        args: ['adm', 'node-logs', 'a'],
        folder,
        onLine: () => void (seen += 1),
        waitForSpace: full.room,
      },
      process.env,
      clock,
    );
    await full.asked;
    // No more output arrives while the reader is full.
    const before = seen;
    for (let turn = 0; turn < 200; turn += 1) await nextTurn();
    assert.equal(seen, before);
    assert.ok(seen < 4000);
    full.free();
    assert.deepEqual(await child.ended, { ok: true, value: { kind: 'ended', code: 0 } });
    assert.equal(seen, 4000);
  });

  test("is named in the error if it can't be started", async () => {
    const child = runOc({
      program: { path: path.join(folder, 'none'), version: undefined },
      cluster,
      args: [],
      folder,
      onLine: () => undefined,
    });
    const end = await child.ended;
    assert.match(end.ok ? '' : end.error, /none or its working directory no longer exists/);
  });
});

test('kubeconfig files of a context are the merged files, or only the file of the demo cluster', async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'osc-files-'));
  const file = (name: string, contexts: readonly string[]): string => {
    const place = path.join(folder, name);
    const named = contexts.map((context) => `- {name: ${context}, context: {cluster: c, user: u}}`).join('\n');
    writeFileSync(place, `clusters:\n- {name: c, cluster: {server: "https://localhost:1"}}\ncontexts:\n${named}\n`);
    return place;
  };
  const [one, other, demo] = [file('one', ['a']), file('other', ['b']), file('demo', ['d'])];
  const env = { KUBECONFIG: [one, path.join(folder, 'missing'), other].join(path.delimiter) };
  const kubeconfig = await loadKubeconfig({ env, home: folder, besides: [demo] });
  assert.deepEqual(filesOf(kubeconfig, 'a'), [one, other]);
  assert.deepEqual(filesOf(kubeconfig, 'd'), [demo]);
  assert.deepEqual(filesOf(kubeconfig, 'gone'), []);
  rmSync(folder, { recursive: true });
});
