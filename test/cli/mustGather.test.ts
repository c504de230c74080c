/**
 * Tests `osc-tools must-gather` as a separate process, on must-gathers that `osc-tools simulate --must-gather` writes.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { getList, getNumber, getString, getValue } from '#core/common/json.ts';
import { folderOf, osc, spawnOsc } from './osc.ts';

describe('osc-tools must-gather', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'osc-must-gather-'));
  const broken = path.join(folder, 'broken');
  const healthy = path.join(folder, 'healthy');
  before(async () => {
    assert.equal((await osc(['simulate', '--scenario', 'install-pool-paused', '--must-gather', broken])).status, 0);
    assert.equal(
      (
        await osc([
          'simulate',
          '--scenario',
          'two-workers-installed',
          '--must-gather',
          healthy,
          '--must-gather-kind',
          'sandboxed',
        ])
      ).status,
      0,
    );
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  test('exits with 0 if it finds no problem', async () => {
    const { status, stdout } = await osc(['must-gather', 'report', healthy]);
    assert.equal(status, 0);
    assert.match(stdout, /OpenShift sandboxed containers: 1\.12\.0\n/);
    assert.match(stdout, /No problems found, but pods weren't collected\./);
  });

  test('exits with 1 and reports the cause first, with file and line', async () => {
    const { status, stdout } = await osc(['must-gather', 'report', broken]);
    assert.equal(status, 1);
    assert.match(stdout, /1\. MachineConfigPool master: Pool master is paused \[pool-stuck\]/);
    assert.match(stdout, /machineconfigpools\/master\.yaml:\d+: paused: true/);
    assert.match(stdout, /Probably caused by pool-stuck\./);
  });

  test('reports the same for an archive as for the folder', async () => {
    const archive = path.join(folder, 'broken.tgz');
    execFileSync('tar', ['-C', folder, '-czf', archive, 'broken']);
    const [one, other] = await Promise.all([
      osc(['must-gather', 'report', broken, '--format', 'json']),
      osc(['must-gather', 'report', archive, '--format', 'json']),
    ]);
    assert.equal(other.status, 1);
    assert.deepEqual(JSON.parse(other.stdout.replaceAll('"broken/', '"')), JSON.parse(one.stdout));
    const report: unknown = JSON.parse(one.stdout);
    assert.equal(getValue(report, 'version'), 1);
    assert.deepEqual(
      getList(report, 'findings').map((finding) => getString(finding, 'id')),
      ['pool-stuck', 'kataconfig-state'],
    );
  });

  test('prints SARIF with rules and locations', async () => {
    const { status, stdout } = await osc(['must-gather', 'report', broken, '--format', 'sarif']);
    assert.equal(status, 1);
    const [run] = getList(JSON.parse(stdout), 'runs');
    const [first] = getList(run, 'results');
    assert.equal(getString(first, 'ruleId'), 'pool-stuck');
    const [place] = getList(first, 'locations');
    assert.ok((getNumber(place, 'physicalLocation', 'region', 'startLine') ?? 0) > 1);
    assert.match(getString(place, 'physicalLocation', 'artifactLocation', 'uri') ?? '', /master\.yaml$/);
  });

  test('prints Markdown with a heading for each finding', async () => {
    const { stdout } = await osc(['must-gather', 'report', broken, '--format', 'md']);
    assert.match(stdout, /^# Must-gather report\n/);
    assert.match(stdout, /\n## 1\. MachineConfigPool master/);
  });

  test('exits with 2 and the reason for unreadable input', async () => {
    const other = folderOf({ 'some/file': 'text', archive: 'no archive' });
    for (const [wrong, why] of [
      [path.join(other, 'missing'), 'no such file or folder'],
      [other, 'no must-gather data found'],
      [path.join(other, 'archive'), 'not a folder or a tar, tar.gz, or zip archive'],
    ] as const) {
      const { status, stdout, stderr } = await osc(['must-gather', 'report', wrong]);
      assert.equal(status, 2, wrong);
      assert.equal(stdout, '');
      assert.ok(stderr.includes(why), stderr);
    }
  });

  test('reports problems of a must-gather that is simulated in the middle of a scenario', async () => {
    const failed = path.join(folder, 'failed');
    const make = ['simulate', '--scenario', 'image-job-fails', '--must-gather-after'];
    assert.equal((await osc([...make, '2', '--must-gather', failed])).status, 0);
    const { status, stdout } = await osc(['must-gather', 'report', failed, '--format', 'md']);
    assert.equal(status, 1);
    assert.match(
      stdout,
      /\n## 3\. KataConfig example-kataconfig: Pod VM image creation failed\n[^#]*\nProbably caused by findings 1 and 2\.\n/,
    );
    const tooMany = await osc([...make, '99', '--must-gather', path.join(folder, 'none')]);
    assert.deepEqual([tooMany.status, tooMany.stderr], [2, 'osc-tools: scenario image-job-fails has only 2 steps\n']);
    assert.equal((await osc([...make, '2'])).status, 2, 'nobody says where to');
  });

  test('rejects a folder with several must-gathers and names them', async () => {
    const taken = 'KIND/timestamp';
    const both = folderOf({ [`must-gather.local.1/${taken}`]: 'x', [`must-gather.local.2/${taken}`]: 'x' });
    const { status, stderr } = await osc(['must-gather', 'report', both]);
    assert.equal(status, 2);
    assert.match(
      stderr,
      /must-gathers from several runs found: must-gather\.local\.1, must-gather\.local\.2 \(if they.re in an archive, extract it first, and then specify one/,
    );
  });

  test('compares two must-gathers and names an unreadable one', async () => {
    const cured = path.join(folder, 'cured');
    assert.equal(
      (await osc(['simulate', '--scenario', 'install-pool-paused', '--must-gather-after', '2', '--must-gather', cured]))
        .status,
      0,
    );
    const { status, stdout } = await osc(['must-gather', 'compare', broken, cured]);
    assert.equal(status, 1);
    assert.match(stdout, /^# Differences\n\nBoth must-gathers are from the same cluster\.\n/);
    assert.match(
      stdout,
      /\n## Findings no longer present\n\n- MachineConfigPool master: Pool master is paused <!-- pool-stuck -->/,
    );
    const json = await osc(['must-gather', 'compare', broken, cured, '--format', 'json']);
    assert.deepEqual(
      getList(JSON.parse(json.stdout), 'findings', 'gone').map((finding) => getString(finding, 'id')),
      ['pool-stuck', 'kataconfig-state'],
    );
    const same = await osc(['must-gather', 'compare', broken, broken]);
    assert.equal(same.status, 0);
    assert.match(same.stdout, /No differences in the data that both must-gathers contain/);
    const missing = await osc(['must-gather', 'compare', broken, path.join(folder, 'missing')]);
    assert.equal(missing.status, 2);
    assert.match(missing.stderr, /can't read .*missing: no such file or folder/);
  });

  test('exits on SIGINT and SIGTERM while it reads a text', { timeout: 120_000 }, async () => {
    // Decoding the first file never returns. As during a long parse, the process handles no events.
    const preload = path.join(folder, 'busy.cjs');
    writeFileSync(
      preload,
      "TextDecoder.prototype.decode = () => { require('node:fs').writeSync(2, 'busy'); for (;;); };\n",
    );
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      const child = spawnOsc(['must-gather', 'report', healthy], { NODE_OPTIONS: `--require=${preload}` });
      const closed = once(child, 'close');
      try {
        await once(child.stderr, 'data');
        child.kill(signal);
        assert.deepEqual(await Promise.race([closed, setTimeout(30_000, 'still there', { ref: false })]), [
          null,
          signal,
        ]);
      } finally {
        child.kill('SIGKILL');
      }
    }
  });

  test("doesn't overwrite an existing must-gather", async () => {
    const { status } = await osc(['simulate', '--must-gather', broken]);
    assert.equal(status, 2);
    assert.ok(existsSync(broken));
  });
});
