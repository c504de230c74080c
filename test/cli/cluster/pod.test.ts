/**
 * Tests `osc-tools` in a pod, as in a pipeline of OpenShift or a terminal of Dev Spaces: with an arbitrary user ID
 * without an entry in /etc/passwd, without a usable home folder, with a read-only root file system, without oc, and
 * with the service account of the pod as the only login.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { scenarioNamed, simulate, type Simulation } from '#simulator/main.ts';
import { inPod, podUser, withoutPods, type PodOptions } from '../../support/container/podProcess.ts';
import { writeServiceAccount } from '../../support/container/serviceAccount.ts';
import { dist } from '../../support/lsp/editor.ts';
import { bad, folderOf, node, type Run } from '../osc.ts';

/** The home folders that a user of a container can have. /root exists in images, but only root has access. */
const homes: readonly Readonly<Record<string, string>>[] = [{}, { HOME: '/' }, { HOME: '/root' }, { HOME: '/missing' }];

/** Environment variables that all commands have. */
const common = { PATH: '/usr/bin:/bin', LC_ALL: 'C.UTF-8', NO_COLOR: '1' };

/** Runs a command of `osc-tools` in a pod. */
async function run(
  args: readonly string[],
  {
    env = {},
    input = '',
    ...pod
  }: PodOptions & { readonly env?: Readonly<Record<string, string>>; input?: string } = {},
): Promise<Run> {
  const [program, ...rest] = inPod([node, path.join(dist, 'cli.js'), ...args], pod);
  const child = spawn(program, rest, { cwd: '/', env: { ...common, ...env } });
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (data: string) => (stdout += data));
  child.stderr.setEncoding('utf8').on('data', (data: string) => (stderr += data));
  child.stdin.end(input);
  const [status] = await once(child, 'close');
  return { status: typeof status === 'number' ? status : null, stdout, stderr };
}

describe('osc-tools in a pod', { skip: withoutPods }, () => {
  let simulation: Simulation;
  let serviceAccount: string;
  let service: Readonly<Record<string, string>>;
  let manifest: string;

  before(async () => {
    const scenario = scenarioNamed('two-workers-installed');
    assert.ok(scenario !== undefined);
    simulation = await simulate({ scenario, speed: 60 });
    serviceAccount = folderOf({});
    service = writeServiceAccount(simulation, serviceAccount);
    const files = folderOf({ 'kataconfig.yaml': bad });
    chmodSync(files, 0o755);
    manifest = path.join(files, 'kataconfig.yaml');
  });
  after(() => simulation.close());

  test('has an unknown user, and a temporary folder that is read-only only with a read-only root', async () => {
    const script = `const os = require('node:os'), fs = require('node:fs');
const failing = (run) => { try { run(); return false; } catch (error) { return error.code; } };
console.log(JSON.stringify([process.getuid(), process.getgid(), failing(os.homedir), failing(os.userInfo),
  failing(() => fs.mkdtempSync(os.tmpdir() + '/osc'))]));`;
    const codes: unknown[] = [];
    for (const readOnlyRoot of [false, true]) {
      const [program, ...args] = inPod([node, '-e', script], { readOnlyRoot });
      const child = spawn(program, args, { env: common });
      const [output] = await Promise.all([child.stdout.setEncoding('utf8').toArray(), once(child, 'close')]);
      codes.push(JSON.parse(output.join('')));
    }
    const { uid, gid } = podUser;
    const unknown = [uid, gid, 'ERR_SYSTEM_ERROR', 'ERR_SYSTEM_ERROR'];
    assert.deepEqual(codes, [
      [...unknown, false],
      [...unknown, 'EROFS'],
    ]);
  });

  for (const readOnlyRoot of [false, true])
    for (const home of homes)
      test(`checks files and the cluster of the pod with ${home['HOME'] === undefined ? 'no HOME' : `HOME=${home['HOME']}`}${readOnlyRoot ? ' and a read-only root' : ''}`, async () => {
        const pod = { readOnlyRoot, serviceAccount, env: { ...home, ...service } };
        const linted = await run(['lint', manifest], pod);
        assert.deepEqual([linted.status, linted.stderr], [1, '']);
        assert.match(linted.stdout, /osc\/kataconfig-loglevel/);
        const status = await run(['status', '--context', 'in-cluster'], pod);
        assert.deepEqual([status.status, status.stderr], [0, '']);
        assert.match(status.stdout, /in-cluster/);
      });

  test('lists the context of the service account', async () => {
    const { status, stderr } = await run(['preflight'], { serviceAccount, env: service });
    assert.equal(status, 2);
    assert.match(stderr, /--context is required \(contexts: in-cluster \(current\)\)/);
  });

  test('finds no context if the pod has no service account', async () => {
    const { status, stderr } = await run(['preflight'], { env: service });
    assert.equal(status, 2);
    assert.match(stderr, /the kubeconfig has no contexts \(empty or missing: \/\.kube\/config\)/);
  });

  test('uses the kubeconfig that Dev Spaces writes instead of the service account', async () => {
    const home = folderOf({ '.kube/config': simulation.kubeconfig });
    chmodSync(home, 0o755);
    const { stderr } = await run(['preflight'], { serviceAccount, env: { ...service, HOME: home } });
    assert.match(stderr, /contexts: kube-admin \(current\)/);
  });

  test('runs preflight without oc, and writes nothing', async () => {
    const { stdout, stderr } = await run(['preflight', '--context', 'in-cluster'], {
      readOnlyRoot: true,
      serviceAccount,
      env: service,
    });
    assert.equal(stderr, '');
    assert.match(stdout, /in-cluster/);
    assert.doesNotMatch(stdout, /sha256~/);
  });

  for (const [readOnlyRoot, reason] of [
    [false, 'permission denied'],
    [true, 'the file system is read-only'],
  ] as const)
    test(`reports which folder it can't create for a must-gather: ${reason}`, async () => {
      const pod = { readOnlyRoot, serviceAccount, env: service };
      const { status, stdout, stderr } = await run(['must-gather', 'collect', '--context', 'in-cluster'], pod);
      assert.deepEqual([status, stdout], [2, '']);
      assert.match(
        stderr,
        new RegExp(`^osc-tools: can't write /must-gather\\.local\\.in-cluster-[\\d-]+: ${reason}\n$`),
      );
    });

  test('collects a must-gather into a writable folder', async () => {
    const volume = folderOf({});
    chmodSync(volume, 0o777);
    const folder = path.join(volume, 'case');
    const { status, stdout, stderr } = await run(
      ['must-gather', 'collect', '--context', 'in-cluster', '--output', folder],
      { readOnlyRoot: true, writable: [volume], serviceAccount, env: service },
    );
    assert.ok(status === 0 || status === 1, `${stdout}${stderr}`);
    assert.ok(existsSync(folder), stdout);
  });

  test('answers MCP clients', async () => {
    const initialize = {
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
    };
    const { stdout, stderr } = await run(['mcp'], {
      readOnlyRoot: true,
      serviceAccount,
      env: service,
      input: `${JSON.stringify(initialize)}\n`,
    });
    assert.match(stdout, /"serverInfo"/, stderr);
  });
});
