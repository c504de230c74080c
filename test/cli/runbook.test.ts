/** Tests `osc-tools runbook`: scripts on standard output and manifests in a folder. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { folderOf, osc } from './osc.ts';

describe('osc-tools runbook', () => {
  test('prints valid bash scripts for one cluster or any cluster', async () => {
    for (const args of [
      ['install'],
      ['install', '--peer-pods', '--approval', 'Manual'],
      ['update', '--peer-pods'],
      ['uninstall', '--namespace', '--crd'],
    ]) {
      const { status, stdout, stderr } = await osc(['runbook', ...args]);
      assert.deepEqual([status, stderr], [0, ''], args.join(' '));
      assert.match(stdout, /^#!\/usr\/bin\/env bash\n[^]*For any cluster/);
      assert.equal(spawnSync('bash', ['-n'], { input: stdout }).status, 0, args.join(' '));
      const known = await osc(['runbook', ...args, '--server', 'https://api.prod:6443', '--cluster', "it's prod"]);
      assert.match(known.stdout, /^expected=https:\/\/api\.prod:6443$/m);
      assert.match(known.stdout, /agree_typed '[^\n]+' 'it'\\''s prod'/);
    }
  });

  test('requires the address as confirmation for a cluster without a name', async () => {
    for (const name of ['', ' ']) {
      const { stdout } = await osc(['runbook', 'uninstall', '--server', 'https://api.prod:6443', '--cluster', name]);
      assert.match(stdout, /agree_typed '[^\n]+' https:\/\/api\.prod:6443$/m);
    }
  });

  test('applies the options', async () => {
    const { stdout } = await osc([
      'runbook',
      'install',
      '--peer-pods',
      '--name',
      'mine',
      '--log-level',
      'debug',
      '--channel',
      'candidate',
      '--starting-csv',
      'a.v1',
    ]);
    for (const line of [
      '  name: mine',
      '  logLevel: debug',
      '  enablePeerPods: true',
      '  channel: candidate',
      '  startingCSV: a.v1',
    ]) {
      assert.ok(stdout.split('\n').includes(line), line);
    }
  });

  test('writes manifests to a folder without overwriting files', async () => {
    const folder = folderOf({});
    const into = path.join(folder, 'new');
    const made = await osc(['runbook', 'install', '--format', 'argo', '--output', into]);
    assert.equal(made.status, 0, made.stderr);
    assert.ok(made.stdout.includes(path.join(into, 'kustomization.yaml')));
    assert.match(
      readFileSync(path.join(into, '01-namespace-openshift-sandboxed-containers-operator.yaml'), 'utf8'),
      /sync-wave: "0"/,
    );
    writeFileSync(path.join(into, 'README.md'), 'mine');
    const again = await osc(['runbook', 'install', '--format', 'gitops', '--output', into]);
    assert.equal(again.status, 2);
    assert.match(again.stderr, /already exists in .*\. No files were written\./);
    assert.equal(readFileSync(path.join(into, 'README.md'), 'utf8'), 'mine');
    assert.equal(readdirSync(into).length, 6);
  });

  test('accepts every name that the API server accepts', async () => {
    const csv = 'sandboxed-containers-operator.v1.12.0';
    const names = ['--name', 'my.config-2', '--source', 'cs-redhat', '--source-namespace', 'catalogs'];
    const { status, stdout } = await osc(['runbook', 'install', ...names, '--starting-csv', csv]);
    assert.equal(status, 0);
    for (const name of ['my.config-2', 'cs-redhat', 'catalogs', csv]) assert.ok(stdout.includes(name), name);
  });

  test('reports invalid usage', async () => {
    for (const [args, said] of [
      [['install', '--cluster', 'prod'], /--cluster requires --server/],
      [['install', '--format', 'gitops'], /--format gitops and --format argo require --output/],
      [['install', '--log-level', 'loud'], /Allowed choices are/],
      [['uninstall', '--format', 'gitops'], /unknown option/],
      [['install', '--name', 'My_Config'], /'My_Config' is invalid\. The API server rejects this KataConfig name/],
      [['update', '--name', ''], /The API server rejects this KataConfig name, because it is empty\./],
      [['install', '--source', 'my catalog'], /The API server rejects this CatalogSource name/],
      [['install', '--source-namespace', 'a.b'], /The API server rejects this Namespace name/],
      [['install', '--starting-csv', 'v1/2'], /The API server rejects this ClusterServiceVersion name/],
    ] as const) {
      const { status, stdout, stderr } = await osc(['runbook', ...args]);
      assert.deepEqual([status, stdout], [2, ''], args.join(' '));
      assert.match(stderr, said);
    }
  });
});
