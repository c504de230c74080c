/**
 * Tests `osc-tools status` and `osc-tools wait` against simulated clusters: output, exit codes, and how they end. The
 * results on every scenario are in test/unit/client/status/waitScenarios.test.ts.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { after, describe, test } from 'node:test';
import { getList, getString, getValue } from '#core/common/json.ts';
import { scenarioNamed, simulate, type Simulation } from '#simulator/main.ts';
import { Client, currentContext, identitiesOf } from '../../support/cluster/apiClient.ts';
import { stopWhen } from '../../support/cluster/stopClock.ts';
import { refusingPort } from '../../support/network/refusingPort.ts';
import { interruptedWhileConnecting, osc, serverAt, spawnOsc, type Run } from '../osc.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'osc status-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

interface Cluster {
  readonly simulation: Simulation;
  /** Options that select the cluster. */
  readonly options: readonly string[];
}

const closing: (() => Promise<void>)[] = [];

async function start(name: string, speed: number): Promise<Cluster> {
  const scenario = scenarioNamed(name);
  assert.ok(scenario !== undefined);
  const simulation = await simulate({ scenario, speed });
  closing.push(simulation.close);
  const file = path.join(folder, `${name}-${closing.length}.kubeconfig`);
  writeFileSync(file, simulation.kubeconfig, { mode: 0o600 });
  return { simulation, options: ['--context', currentContext(simulation.kubeconfig), '--kubeconfig', file] };
}

/** Stops the clusters of a suite. */
async function close(): Promise<void> {
  await Promise.all(closing.splice(0).map((one) => one()));
}

/** Slow enough that nothing changes on the cluster while a command runs. */
const still = 0.001;

function status({ options }: Cluster, ...args: readonly string[]): Promise<Run> {
  return osc(['status', ...options, ...args]);
}

function wait({ options }: Cluster, ...args: readonly string[]): Promise<Run> {
  return osc(['wait', ...options, ...args]);
}

/** Starts a command, sends a signal when its output matches, and returns the result. */
async function interrupted(
  args: readonly string[],
  ready: RegExp,
  signal: NodeJS.Signals,
  onFirstOutput: (output: string) => void = () => undefined,
): Promise<Run> {
  const child = spawnOsc(args);
  let [stdout, stderr] = ['', ''];
  let isSent = false;
  const check = (): void => {
    if (isSent || !ready.test(`${stdout}${stderr}`)) return;
    isSent = true;
    child.kill(signal);
  };
  child.stdout.setEncoding('utf8').on('data', (data: string) => {
    const isFirst = stdout === '';
    stdout += data;
    if (isFirst) onFirstOutput(stdout);
    check();
  });
  child.stderr.setEncoding('utf8').on('data', (data: string) => {
    stderr += data;
    check();
  });
  child.stdin.end();
  const [code] = await once(child, 'close');
  return { status: typeof code === 'number' ? code : null, stdout, stderr };
}

describe('osc-tools status', () => {
  after(close);

  test('lists the Kata pods by owner, as text and as JSON', async () => {
    const cluster = await start('uninstall-blocked-by-pods', still);
    const text = await status(cluster, '--workloads');
    assert.match(text.stdout, /^Workloads: 2 pods · kata$/m);
    assert.match(text.stdout, /^  payments\/payments +Deployment +2 of 2 ready +kata$/m);
    assert.match(text.stdout, /^    payments-\S+ +Pod +Running +worker-\d$/m);
    const json = await status(cluster, '--workloads', '--format', 'json', '-n', 'payments');
    const [workload] = getList(JSON.parse(json.stdout), 'workloads');
    assert.deepEqual(
      [getString(workload, 'name'), getValue(workload, 'ready'), getValue(workload, 'wanted')],
      ['payments', 2, 2],
    );
  });
  test('exits with 0 if Kata is healthy, and lists what exists', async () => {
    const { status: code, stdout, stderr } = await status(await start('two-workers-installed', still));
    assert.equal(code, 0, stderr);
    assert.equal(stderr, '');
    for (const line of [
      /^Status: +Healthy: Kata 2\/2$/m,
      /^OpenShift: +4\.21\.9$/m,
      /^Operator: +OSC 1\.12\.0$/m,
      /^KataConfig: +example-kataconfig: Installed on 2 nodes$/m,
      /^Nodes: +Installed: 2$/m,
      /^MachineConfigPools: +kata-oc: 2 of 2 updated$/m,
      /^Runtime classes: +kata$/m,
      /^Peer pods: +None$/m,
      /^Pods without a sandbox: +None$/m,
    ])
      assert.match(stdout, line);
    assert.ok(stdout.trimEnd().split('\n').length < 30);
  });

  test('exits with 1 and names the cause and the next step if a pool is paused', async () => {
    const { status: code, stdout } = await status(await start('install-pool-paused', still));
    assert.equal(code, 1);
    assert.match(stdout, /^ +Pool master is paused\. /m);
    assert.match(stdout, /^To do: +When the nodes can reboot, resume the pool: /m);
  });

  test('names the pool, the pods that block a drain, their owners, and their budgets', async () => {
    const cluster = await start('install-drain-blocked', 300);
    const draining = stopWhen(
      cluster.simulation,
      { group: '', plural: 'nodes' },
      (node) => getValue(node, 'spec', 'unschedulable') === true,
    );
    assert.ok(cluster.simulation.begin().ok);
    await draining;
    const { status: code, stdout } = await status(cluster);
    assert.equal(code, 3, stdout);
    assert.match(stdout, /^MachineConfigPools: +kata-oc: 0 of 2 updated · worker-1 draining$/m);
    assert.match(
      stdout,
      /worker-1: ledger\/ledger-\S+ \(Deployment ledger\) blocks the drain\. PodDisruptionBudget ledger prevents/,
    );
    const { stdout: json } = await status(cluster, '--format', 'json');
    const value: unknown = JSON.parse(json);
    const [pool] = getList(value, 'pools');
    assert.equal(getString(pool, 'name'), 'kata-oc');
    assert.equal(getString(pool, 'maxUnavailable'), '1');
    const [drain] = getList(value, 'drains');
    const [pod] = getList(drain, 'blockingPods');
    assert.equal(getString(drain, 'node'), 'worker-1');
    assert.equal(getString(pod, 'owner', 'kind'), 'Deployment');
    assert.equal(getString(getList(pod, 'podDisruptionBudgets')[0], 'name'), 'ledger');
  });

  test('exits with 3 during an installation, and prints the same value as for assistants', async () => {
    const cluster = await start('two-workers', 300);
    const installing = stopWhen(
      cluster.simulation,
      { group: 'kataconfiguration.openshift.io', plural: 'kataconfigs' },
      (object) => getString(getList(object, 'status', 'conditions')[0], 'reason') === 'Installing',
    );
    assert.ok(cluster.simulation.begin().ok);
    await installing;
    const { status: code, stdout } = await status(cluster, '--format', 'json');
    assert.equal(code, 3, stdout);
    const value: unknown = JSON.parse(stdout);
    assert.equal(getString(value, 'outcome'), 'inProgress');
    assert.equal(getString(value, 'phase'), 'installing');
    const asked = await osc(['mcp', '--no-files', ...cluster.options, '--once', 'osc_get_install_status'], {
      input: '{}',
    });
    const answer: unknown = JSON.parse(asked.stdout);
    assert.equal(getString(answer, 'structured', 'state'), getString(value, 'state'));
    const text = await status(cluster);
    const lines = text.stdout.split('\n').filter((line) => /^[A-Z].*: {2}/.test(line));
    assert.ok(lines.length > 5);
    for (const line of lines)
      assert.ok(getString(answer, 'text')?.includes(line.replaceAll('<', '‹')), `${line}\n${asked.stdout}`);
  });

  test('exits with 2 if the user has no permission to read the KataConfigs, or if the cluster does not respond', async () => {
    const forbidden = await status(await start('no-permission', still));
    assert.equal(forbidden.status, 2, forbidden.stdout);
    assert.match(forbidden.stdout, /^Couldn't be read: kataconfigs, /m);
    const { port, release } = await refusingPort();
    closing.push(release);
    const refused = await osc(['status', ...serverAt(port)]);
    assert.equal(refused.status, 2);
    assert.match(refused.stderr, /^osc-tools: can't connect to x: /);
    assert.doesNotMatch(refused.stderr, /secret-token/);
  });

  test('shows pods of one namespace with -n', async () => {
    const cluster = await start('sandboxes-fail', still);
    const all = await status(cluster);
    assert.equal(all.status, 1);
    assert.match(
      all.stdout,
      /^Pods without a sandbox: +payments\/\S+ \(worker-1\): Could not access KVM kernel module/m,
    );
    const other = await status(cluster, '-n', 'default');
    assert.equal(other.status, 0, other.stdout);
    for (const options of [[], ['-w']]) {
      const misspelled = await status(cluster, '-n', 'paymnets', ...options);
      assert.deepEqual(
        [misspelled.status, misspelled.stdout, misspelled.stderr],
        [2, '', 'osc-tools: namespace paymnets not found\n'],
      );
    }
  });

  test('shows the pods of the namespace to a user with permissions only there, with -n', async () => {
    const scenario = scenarioNamed('sandboxes-fail');
    assert.ok(scenario !== undefined);
    const simulation = await simulate({ scenario, speed: still, users: [{ name: 'dev', groups: [] }] });
    closing.push(simulation.close);
    const file = path.join(folder, 'namespaced.kubeconfig');
    writeFileSync(file, simulation.kubeconfig, { mode: 0o600 });
    const admin = new Client(
      identitiesOf(simulation.kubeconfig, folder).get(currentContext(simulation.kubeconfig)) ?? assert.fail(),
    );
    const rbac = '/apis/rbac.authorization.k8s.io/v1/namespaces/payments';
    const metadata = { name: 'dev' };
    const rules = [{ apiGroups: [''], resources: ['pods', 'events'], verbs: ['get', 'list', 'watch'] }];
    const roleRef = { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'dev' };
    const subjects = [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: 'dev' }];
    assert.equal((await admin.post(`${rbac}/roles`, { metadata, rules })).code, 201);
    assert.equal((await admin.post(`${rbac}/rolebindings`, { metadata, roleRef, subjects })).code, 201);
    const options = ['--context', 'dev', '--kubeconfig', file];
    const everywhere = await osc(['status', ...options]);
    assert.equal(everywhere.status, 2, everywhere.stderr);
    assert.doesNotMatch(everywhere.stdout, /payments\//);
    const lines = /^Pods without a sandbox: +payments\/\S+ \(worker-1\): Could not access KVM kernel module/m;
    const own = await osc(['status', ...options, '-n', 'payments']);
    assert.equal(own.status, 1, own.stdout);
    assert.match(own.stdout, lines);
    assert.match(own.stdout, /^Couldn't be read: kataconfigs, /m);
    assert.doesNotMatch(own.stdout, /^Couldn't be read: .*events/m);
    const watched = await interrupted(['status', ...options, '-n', 'payments', '-w'], lines, 'SIGINT');
    assert.equal(watched.status, 0, watched.stdout);
    admin.close();
  });

  test('shows the state again after a change with --watch, until SIGINT', async () => {
    const cluster = await start('two-workers', 300);
    const args = ['status', ...cluster.options, '--watch'];
    const { status: code, stdout } = await interrupted(args, /Healthy: Kata 2\/2/, 'SIGINT', (output) => {
      if (/^Status: +Needs attention: Not installed/m.test(output)) cluster.simulation.begin();
    });
    assert.equal(code, 0);
    assert.ok((stdout.match(/^Status: /gm) ?? []).length > 2, stdout);
    assert.ok(!stdout.includes('\u001B'), 'no control sequences in a pipe');
  });
});

describe('osc-tools wait', () => {
  after(close);

  test('continues to try until the time limit if the cluster does not respond at first', async () => {
    const { port, release } = await refusingPort();
    closing.push(release);
    for (const target of ['installed', 'pods-gone']) {
      const refused = await osc(['wait', ...serverAt(port), '--for', target, '--timeout', '3s']);
      assert.equal(refused.status, 3, refused.stderr);
      assert.match(refused.stderr, / No response from the cluster: /);
      assert.match(refused.stderr, /^osc-tools: time limit reached$/m);
    }
  });

  test('exits with 130 after SIGINT while it connects, and status --watch with 0', async () => {
    const stopped = await interruptedWhileConnecting(['wait', '--for', 'installed']);
    assert.deepEqual([stopped.status, stopped.stderr], [130, 'osc-tools: stopped\n']);
    const watched = await interruptedWhileConnecting(['status', '--watch']);
    assert.deepEqual([watched.status, watched.stderr], [0, '']);
  });

  test('exits with 0 after an installation, with one line for each installed node', async () => {
    const cluster = await start('two-workers', 300);
    const child = spawnOsc(['wait', ...cluster.options, '--for', 'installed', '--timeout', '2m']);
    let [stdout, stderr] = ['', ''];
    let begun = false;
    child.stdout.setEncoding('utf8').on('data', (data: string) => (stdout += data));
    child.stderr.setEncoding('utf8').on('data', (data: string) => {
      stderr += data;
      begun ||= / blocked: Kata isn't installed/.test(stderr) && cluster.simulation.begin().ok;
    });
    child.stdin.end();
    const [code] = await once(child, 'close');
    assert.equal(code, 0, stderr);
    assert.equal(stdout, 'reached: Kata 2/2\n');
    for (const name of ['worker-0', 'worker-1'])
      assert.equal(stderr.match(new RegExp(String.raw`^\S+Z ${name}: Installed$`, 'gm'))?.length, 1, stderr);
  });

  test('exits with 1 and the cause with --fail-fast, and with 3 at the time limit without it', async () => {
    const cluster = await start('install-pool-paused', still);
    const failed = await wait(cluster, '--for', 'installed', '--fail-fast');
    assert.equal(failed.status, 1);
    assert.match(failed.stderr, /^osc-tools: blocked: Installation is stuck\. Pool master is paused\. .* To do: /m);
    const late = await wait(cluster, '--for', 'installed', '--timeout', '2s', '--format', 'json');
    assert.equal(late.status, 3);
    assert.equal(late.stderr.match(/ blocked: /g)?.length, 1, late.stderr);
    const value: unknown = JSON.parse(late.stdout);
    assert.equal(getValue(value, 'result'), 'timeout');
    assert.match(getString(value, 'cause') ?? '', /^Pool master is paused\./);
  });

  test('waits until the Kata pods are deleted, in one namespace or in all', async () => {
    const cluster = await start('uninstall-blocked-by-pods', still);
    const blocked = await wait(cluster, '--for', 'pods-gone', '--fail-fast');
    assert.equal(blocked.status, 1);
    assert.match(blocked.stderr, /blocked: \d+ Kata pods?: payments\//);
    const gone = await wait(cluster, '--for', 'pods-gone', '-n', 'default');
    assert.equal(gone.status, 0, gone.stderr);
    assert.equal(gone.stdout, 'reached: No Kata pods exist\n');
    const typo = await wait(cluster, '--for', 'pods-gone', '-n', 'paymnets', '--timeout', '20s');
    assert.deepEqual([typo.status, typo.stdout], [2, '']);
    assert.equal(typo.stderr, 'osc-tools: namespace paymnets not found\n');
  });

  test('exits with 2 and the existing names if a node or pool does not exist', async () => {
    const cluster = await start('two-workers', still);
    const node = await wait(cluster, '--for', 'node=worker-9');
    assert.equal(node.status, 2);
    assert.match(node.stderr, /^osc-tools: node worker-9 not found \(nodes: .*worker-0, worker-1\)$/m);
    const pool = await wait(cluster, '--for', 'pool=kata-oc');
    assert.equal(pool.status, 2);
    assert.match(pool.stderr, /^osc-tools: pool kata-oc not found \(pools: master, worker\)$/m);
  });

  test('exits with 2 after wrong usage', async () => {
    for (const args of [
      [],
      ['--for', 'ready'],
      ['--for', 'node=', '--context', 'x'],
      ['--for', 'installed', '--timeout', '90'],
      ['--for', 'installed', '-n', 'default', '--context', 'x'],
    ])
      assert.equal((await osc(['wait', ...args])).status, 2, args.join(' '));
  });

  test('continues after the API server restarts, and reports the gap', async () => {
    const cluster = await start('two-workers', 60);
    assert.ok(cluster.simulation.begin().ok);
    const child = spawnOsc(['wait', ...cluster.options, '--for', 'installed', '--timeout', '5m']);
    let stderr = '';
    let restarted: Promise<void> | undefined;
    child.stderr.setEncoding('utf8').on('data', (data: string) => {
      stderr += data;
      if (/ Installing/.test(stderr)) restarted ??= cluster.simulation.restart(true);
      // The rest of the installation needs no real time.
      if (/responds again/.test(stderr)) cluster.simulation.clock.pace(3000);
    });
    child.stdin.end();
    const [code] = await once(child, 'close');
    await restarted;
    assert.equal(code, 0, stderr);
    assert.match(stderr, / No response from the cluster: /);
    assert.match(stderr, / The cluster responds again after \d+ s$/m);
    assert.match(stderr, / worker-0: Installed$/m);
  });

  test('exits with 130 after SIGINT and with 143 after SIGTERM', async () => {
    const cluster = await start('install-pool-paused', still);
    const args = ['wait', ...cluster.options, '--for', 'installed'];
    const stopped = await interrupted(args, / blocked: /, 'SIGINT');
    assert.equal(stopped.status, 130);
    assert.match(stopped.stderr, /^osc-tools: stopped: Installation is stuck\./m);
    assert.equal((await interrupted(args, / blocked: /, 'SIGTERM')).status, 143);
  });
});

test('the help of status and wait loads no code that contacts a cluster', async () => {
  for (const [command, ...args] of [
    ['status', '--context', 'none'],
    ['wait', '--for', 'installed', '--context', 'none'],
  ] as const) {
    const coverage = mkdtempSync(path.join(folder, 'coverage-'));
    const loaded = async (...args: readonly string[]): Promise<string> => {
      const run = await osc([command, ...args], { env: { NODE_V8_COVERAGE: coverage } });
      assert.ok(run.status === 0 || run.status === 2, run.stderr);
      const files = readdirSync(coverage).flatMap((name) =>
        getList(JSON.parse(readFileSync(path.join(coverage, name), 'utf8')), 'result').flatMap((one) => {
          const url = getString(one, 'url') ?? '';
          return url.startsWith('file:') ? fileURLToPath(url) : [];
        }),
      );
      rmSync(coverage, { recursive: true });
      return [...new Set(files)].map((file) => readFileSync(file, 'utf8')).join('\n');
    };
    const marker = /resourceVersionMatch|allowWatchBookmarks/;
    assert.doesNotMatch(await loaded('--help'), marker, command);
    assert.match(await loaded(...args), marker, 'the marker is in the cluster code');
  }
});
