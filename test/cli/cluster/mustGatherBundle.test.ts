/** Tests `osc-tools must-gather bundle` against simulated clusters: what it lists and writes, and its exit codes. */
import assert from 'node:assert/strict';
import { spawnSync, type SpawnSyncReturns } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { after, describe, test } from 'node:test';
import { getList, getString } from '#core/common/json.ts';
import { scenarioNamed, simulate, type Simulation } from '#simulator/main.ts';
import { currentContext } from '../../support/cluster/apiClient.ts';
import { withoutPods } from '../../support/container/podProcess.ts';
import { dist } from '../../support/lsp/editor.ts';
import { bad, english, interruptedWhileConnecting, node, osc, type Run } from '../osc.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'osc-bundle-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

describe('osc-tools must-gather bundle', () => {
  const running: Simulation[] = [];
  after(() => Promise.all(running.map((one) => one.close())));

  const start = async (name: string): Promise<(...args: readonly string[]) => Promise<Run>> => {
    const scenario = scenarioNamed(name);
    assert.ok(scenario !== undefined);
    const simulation = await simulate({ scenario, speed: 0.001 });
    running.push(simulation);
    const file = path.join(folder, `${name}.kubeconfig`);
    writeFileSync(file, simulation.kubeconfig, { mode: 0o600 });
    const options = ['--context', currentContext(simulation.kubeconfig), '--kubeconfig', file];
    return (...args) => osc(['must-gather', 'bundle', ...options, ...args]);
  };

  test('lists the parts, writes the archive, and its report has the findings of the cluster', async () => {
    const bundle = await start('install-pool-paused');
    const to = path.join(folder, 'paused.zip');
    const manifest = path.join(folder, 'kataconfig.yaml');
    writeFileSync(manifest, bad);
    const { status, stdout, stderr } = await bundle('--output', to, '--yes', '--files', manifest);
    assert.equal(status, 0, stderr);
    assert.equal(stderr, '');
    assert.match(stdout, /^Part +Files +Size +Redacted values\nMust-gather +\d+ +[\d.]+ kB +\d+\nPod logs +\d+ /);
    assert.match(stdout, /^Findings in files +1 +\d+ bytes +0$/m);
    assert.match(stdout, /^- Cluster history: Only VS Code records the history of a cluster\.$/m);
    assert.ok(stdout.endsWith(`\n\n${to}\n`), stdout);
    const report = await osc(['must-gather', 'report', to]);
    assert.equal(report.status, 1);
    assert.match(report.stdout, /^1\. MachineConfigPool master: Pool master is paused \[pool-stuck\]$/m);

    const again = await bundle('--output', to, '--yes');
    assert.equal(again.status, 2);
    assert.match(again.stderr, /paused\.zip already exists\. Specify another file\.$/m);
    assert.equal((await osc(['must-gather', 'report', to])).status, 1, 'the archive is unchanged');
  });

  test('exits with 1 and lists the missing permissions, also as JSON', async () => {
    const bundle = await start('no-permission');
    const to = path.join(folder, 'forbidden.zip');
    const { status, stdout, stderr } = await bundle('--output', to, '--yes', '--format', 'json');
    assert.equal(status, 1, stderr);
    const list: unknown = JSON.parse(stdout);
    assert.equal(getString(list, 'file'), to);
    const missing = getList(list, 'missing').map((one) => `${getString(one, 'part')}: ${getString(one, 'reason')}`);
    const nodes = missing.filter((line) => line.includes('cannot list resource "nodes"'));
    assert.deepEqual(
      nodes.map((line) => line.split(':')[0]),
      ['status', 'preflight', 'mustGather'],
    );
    assert.ok(existsSync(to));
  });

  test('contacts nothing without a context, and uses the must-gather', async () => {
    const mustGather = path.join(folder, 'broken');
    const written = await osc(['simulate', '--scenario', 'install-pool-paused', '--must-gather', mustGather]);
    assert.equal(written.status, 0);
    const { status, stdout, stderr } = await osc(['must-gather', 'bundle', '--must-gather', mustGather, '--yes'], {
      cwd: folder,
    });
    assert.equal(status, 0, stderr);
    assert.match(stdout, /^- Pod logs, Cluster status, .+: You didn't select a cluster\.$/m);
    const file = stdout.trim().split('\n').at(-1) ?? '';
    assert.match(path.basename(file), /^osc-support-broken-\d{8}-\d{6}Z\.zip$/);
    assert.equal((await osc(['must-gather', 'report', file])).status, 1);
  });

  test('exits with 1 if it omits a file', async () => {
    const mustGather = path.join(folder, 'with-binary');
    assert.equal((await osc(['simulate', '--scenario', 'two-workers', '--must-gather', mustGather])).status, 0);
    writeFileSync(path.join(mustGather, 'core.dump'), Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 0, 0, 0]));
    const to = path.join(folder, 'without-binary.zip');
    const { status, stdout } = await osc([
      'must-gather',
      'bundle',
      '--must-gather',
      mustGather,
      '--output',
      to,
      '--yes',
    ]);
    assert.equal(status, 1, stdout);
    assert.match(stdout, /core\.dump: can't redact the file: it isn't a text file/);
    assert.ok(existsSync(to));
  });

  test('exits with 2 and leaves nothing behind if the disk is full', { skip: withoutPods }, async () => {
    const mustGather = path.join(folder, 'for-full-disk');
    assert.equal((await osc(['simulate', '--scenario', 'two-workers', '--must-gather', mustGather])).status, 0);
    const disk = path.join(folder, 'disk');
    mkdirSync(disk);
    const script = `mount -t tmpfs -o size=$2 tmpfs "$1"; shift 2; "$@"; code=$?; ls -A "$disk"; exit $code`;
    const onDisk = (size: string, command: string): SpawnSyncReturns<string> => {
      const args = [
        'must-gather',
        command,
        ...(command === 'pack' ? [mustGather] : ['--must-gather', mustGather, '--yes']),
      ];
      const inNewMounts = ['--mount', 'sh', '-c', script, 'sh', disk, size, node, path.join(dist, 'cli.js'), ...args];
      const [program, ...options] = ['unshare', ...inNewMounts, '--output', path.join(disk, 'a.zip')] as const;
      return spawnSync(program, options, {
        encoding: 'utf8',
        env: { ...english, disk },
      });
    };
    for (const command of ['bundle', 'pack']) {
      // The first size is too small for the redacted copies, and the second one for the archive in addition.
      const early = onDisk('64k', command);
      assert.deepEqual([early.status, early.stdout], [2, ''], early.stderr);
      assert.match(early.stderr, /Not enough disk space: \d+ kB required, .+ kB free\.$/m);
      const late = onDisk('300k', command);
      assert.deepEqual([late.status, late.stdout], [2, ''], late.stderr);
      assert.match(late.stderr, /no space left on the disk$/m);
    }
  });

  test('deletes the data of a killed run the next time, and reports that it was canceled', async () => {
    const to = mkdtempSync(path.join(folder, 'killed-'));
    const args = ['must-gather', 'bundle', '--yes', '--output', path.join(to, 'case.zip')];
    assert.equal((await interruptedWhileConnecting(args, 'SIGKILL')).status, null);
    assert.match(readdirSync(to).join(), /^osc-support-[\da-f]{8}-\d+-\w{6}$/);
    const { status, stdout, stderr } = await interruptedWhileConnecting(args);
    assert.deepEqual([status, stdout, stderr], [130, '', 'osc-tools: canceled: no support bundle was created\n']);
    assert.deepEqual(readdirSync(to), []);
  });

  test('exits with 2 after wrong usage, and leaves nothing behind', async () => {
    const before = readdirSync(folder);
    const bundle = await start('two-workers-installed');
    const without = await osc(['must-gather', 'bundle', '--yes']);
    assert.equal(without.status, 2);
    assert.match(without.stderr, /--context or --must-gather is required/);
    const silent = await bundle('--output', path.join(folder, 'silent.zip'));
    assert.equal(silent.status, 2);
    assert.match(silent.stderr, /--yes is required if standard input isn't a terminal/);
    const missing = await bundle('--yes', '--must-gather', path.join(folder, 'nowhere'), '--output', 'x.zip');
    assert.equal(missing.status, 2);
    assert.match(missing.stderr, /can't read .*nowhere: no such file or folder/);
    const unreadable = path.join(folder, 'unreadable');
    writeFileSync(unreadable, 'no archive');
    const wrong = await bundle('--yes', '--must-gather', unreadable, '--output', path.join(folder, 'wrong.zip'));
    assert.equal(wrong.status, 2);
    assert.match(wrong.stderr, /^osc-tools: can't create the support bundle: .*not a folder or a tar/);
    assert.deepEqual(
      readdirSync(folder).filter((name) => !before.includes(name)),
      ['two-workers-installed.kubeconfig', 'unreadable'],
    );
    assert.equal(readFileSync(unreadable, 'utf8'), 'no archive');
  });
});
