/** Tests `osc-tools logs` against a simulated cluster: output, notes, following, exit codes, and hostile output. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { renderDefaultPolicy } from '#core/agent/defaultPolicyTexts.ts';
import { getInitdataKey } from '#core/annotations/index.ts';
import { isJsonObject } from '#core/common/json.ts';
import { newestRelease } from '#core/product/releases.ts';
import { scenarioNamed, simulate, type Simulation } from '#simulator/main.ts';
import { currentContext } from '../../support/cluster/apiClient.ts';
import { interruptedWhileConnecting, osc, spawnOsc, type Run } from '../osc.ts';
import { useSimulatedClusters } from './simulatedClusters.ts';

/** Resolves when no client follows a log. */
async function untilUnfollowed({ logs }: Simulation): Promise<void> {
  while (logs.followers > 0)
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
}

const operator = 'openshift-sandboxed-containers-operator';

describe('osc-tools logs', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'osc logs-'));
  const file = path.join(folder, 'kubeconfig');
  const state: { simulation?: Simulation } = {};

  before(async () => {
    const scenario = scenarioNamed('pod-logs');
    assert.ok(scenario !== undefined);
    state.simulation = await simulate({ scenario, speed: 60 });
    // No output arrives while the tests compare it.
    state.simulation.clock.pace(0);
    writeFileSync(file, state.simulation.kubeconfig, { mode: 0o600 });
  });
  after(async () => {
    await state.simulation?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  function simulation(): Simulation {
    assert.ok(state.simulation !== undefined);
    return state.simulation;
  }

  function argsOf(...args: readonly string[]): readonly string[] {
    return ['logs', ...args, '--context', currentContext(simulation().kubeconfig), '--kubeconfig', file];
  }

  const logs = (...args: readonly string[]): Promise<Run> => osc(argsOf(...args));

  function podNamed(start: string): string {
    const { store, resources } = simulation();
    const found = store.list(resources.need('', 'pods')).items.find(({ metadata }) => metadata.name.startsWith(start));
    assert.ok(found !== undefined);
    return found.metadata.name;
  }

  test('prints the lines of one container as they are, and names the containers of several', async () => {
    const pod = podNamed('controller-manager-');
    const one = await logs('operator', '--tail', '1');
    assert.equal(one.status, 0, one.stderr);
    assert.match(one.stdout, /^\{"level":"info".*Reconciling KataConfig in OpenShift Cluster"\}\n$/);
    assert.equal((await logs(pod, '-n', operator, '--tail', '1')).stdout, one.stdout);
    const timed = await logs('operator', '--tail', '1', '--timestamps');
    assert.match(timed.stdout, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{9}Z \{/);
    const several = await logs('deploy/web', '-n', 'shop', '--tail', '1', '--timestamps');
    const lines = several.stdout.trimEnd().split('\n');
    assert.deepEqual(lines.map((line) => /^\[pod\/web-\S+\/(\w+)\] /.exec(line)?.[1] ?? '').toSorted(), [
      'app',
      'app',
      'migrate',
      'migrate',
      'proxy',
      'proxy',
    ]);
    const times = lines.map((line) => line.split(' ')[1] ?? '');
    assert.deepEqual(times, times.toSorted(), 'lines are in order of their times');
    const container = await logs('deploy/web', '-n', 'shop', '-c', 'proxy', '--format', 'json');
    const parsed = container.stdout
      .trimEnd()
      .split('\n')
      .map((line): unknown => JSON.parse(line));
    assert.equal(parsed.length, 2);
    for (const line of parsed) assert.ok(isJsonObject(line) && line['container'] === 'proxy' && line['pod'] !== '');
  });

  test('rejects a node that the pod is not on, and another namespace for a component', async () => {
    const elsewhere = await logs(podNamed('controller-manager-'), '-n', operator, '--node', 'nosuch');
    assert.deepEqual([elsewhere.status, elsewhere.stdout], [2, '']);
    assert.match(elsewhere.stderr, /pod controller-manager-\S+ in namespace \S+ isn't on node nosuch/);
    const other = await logs('operator', '-n', 'shop');
    assert.deepEqual([other.status, other.stdout], [2, '']);
    assert.match(other.stderr, /component operator is in namespace openshift-sandboxed-containers-operator/);
    assert.equal((await logs('operator', '-n', operator, '--tail', '1')).status, 0);
  });

  test('prints the previous instance and a summary of its errors', async () => {
    const previous = await logs('deploy/web', '-n', 'shop', '-c', 'app', '--previous', '--tail', '1');
    assert.equal(previous.status, 0, previous.stderr);
    assert.equal(previous.stdout.match(/cannot allocate memory/g)?.length, 2);
    const errors = await logs('deploy/web', '-n', 'shop', '-c', 'app', '--previous', '--errors');
    assert.equal(errors.status, 1, 'the log contains errors');
    assert.match(errors.stdout, /^2 errors in \d+ lines:\n {5}2 {2}cannot allocate memory {2}\(\S+Z( to \S+Z)?\)\n$/);
    const none = await logs('monitor', '--errors');
    assert.deepEqual([none.status, none.stdout], [0, 'No errors in 6 lines.\n']);
  });

  test('shows the logs of the components on one node', async () => {
    const { stdout, status } = await logs('mcd', '--node', 'worker-1');
    assert.equal(status, 0);
    assert.match(stdout, /initiating reboot: Node will reboot into config rendered-/);
    assert.match(stdout, /Update completed for config rendered-\S+ and node has been uncordoned/);
    const monitor = await logs('monitor', '--node', 'worker-1');
    assert.equal(monitor.stdout.match(/started on worker-1/g)?.length, 1);
    assert.doesNotMatch(monitor.stdout, /worker-0/);
  });

  test('follows new lines and restarts until it is interrupted, and leaves no open request', async () => {
    const pod = podNamed('web-');
    const child = spawnOsc(argsOf(pod, '-n', 'shop', '-c', 'proxy', '--tail', '1', '-f'));
    let [stdout, stderr] = ['', ''];
    const waiting: (() => void)[] = [];
    child.stdout.setEncoding('utf8').on('data', (data: string) => {
      stdout += data;
      for (const look of waiting) look();
    });
    child.stderr.setEncoding('utf8').on('data', (data: string) => (stderr += data));
    const shows = (text: string): Promise<void> =>
      new Promise((resolve) => {
        const look = (): void => (stdout.includes(text) ? resolve() : undefined);
        waiting.push(look);
        look();
      });
    await shows('started on');
    simulation().logs.append('shop', pod, 'proxy', {
      at: simulation().clock.now(),
      text: 'a new line\u001b[31m\u202e',
    });
    await shows('a new line');
    const closed = once(child, 'close');
    child.kill('SIGINT');
    assert.deepEqual(await closed, [0, null], stderr);
    assert.match(stdout, /^a new line\\u001b\[31m\\u202e$/m);
    assert.match(stderr, /To stop, press Ctrl\+C/);
    await untilUnfollowed(simulation());
  });

  test('ends after Ctrl+C or SIGTERM while it connects', async () => {
    const followed = await interruptedWhileConnecting(['logs', 'operator', '-f']);
    assert.deepEqual([followed.status, followed.stdout], [0, '']);
    assert.doesNotMatch(followed.stderr, /can't/);
    assert.deepEqual(await interruptedWhileConnecting(['logs', 'operator']), { status: 130, stdout: '', stderr: '' });
    const terminated = await interruptedWhileConnecting(['logs', 'operator', '--errors'], 'SIGTERM');
    assert.deepEqual([terminated.status, terminated.stdout], [143, '']);
  });

  test('explains wrong usage and unreadable logs', async () => {
    for (const [args, pattern] of [
      [['operator', '--follow', '--previous'], /can't be combined/],
      [['operator', '--follow', '--errors'], /can't be combined/],
      [['operator', '--since', 'yesterday'], /Expected a duration such as 30s/],
      [['operator', '--tail', 'all'], /Expected a number of lines/],
      [['node/worker-1'], /invalid target "node\/worker-1": expected a pod/],
      [['deploy/none', '-n', 'shop'], /Deployment none doesn't exist in namespace shop/],
      [['nothing', '-n', 'shop'], /Pod nothing doesn't exist in namespace shop$/m],
      [['operator', '--previous'], /no container has restarted/],
      [['operator', '-c', 'other'], /no pod of operator in namespace openshift-[a-z-]+ has a container other$/m],
      [['operator', '--node', 'none'], /no pods of operator found on node none in namespace openshift-/],
      [['image-job'], /no pods of image-job found in namespace openshift-sandboxed-containers-operator$/m],
    ] as const) {
      const { status, stdout, stderr } = await logs(...args);
      assert.deepEqual([status, stdout], [2, ''], args.join(' '));
      assert.match(stderr, pattern);
    }
    const without = await osc(['logs', 'operator', '--kubeconfig', file]);
    assert.equal(without.status, 2);
    assert.match(without.stderr, /--context is required \(contexts: /);
  });

  test('names the missing permission', async () => {
    const scenario = scenarioNamed('no-permission');
    assert.ok(scenario !== undefined);
    const other = await simulate({ scenario });
    try {
      const kubeconfig = path.join(folder, 'developer');
      writeFileSync(kubeconfig, other.kubeconfig, { mode: 0o600 });
      const { status, stderr } = await osc(['logs', 'operator', '--context', 'developer', '--kubeconfig', kubeconfig]);
      assert.equal(status, 2);
      assert.match(stderr, /cannot get resource "deployments" .* namespace "openshift-sandboxed-containers-operator"/);
    } finally {
      await other.close();
    }
  });
});

describe('osc-tools logs of a pod whose initdata denies its output', () => {
  const { simulations, optionsFor } = useSimulatedClusters('logs', ['peer-pods']);

  /** Creates a running peer pod with this policy in its initdata. */
  function createPod(name: string, policy: string): void {
    const { store, resources } = simulations.get('peer-pods') ?? assert.fail();
    const initdata = `algorithm = "sha256"\nversion = "0.1.0"\n\n[data]\n"policy.rego" = '''\n${policy}'''\n`;
    const annotations = { [getInitdataKey(newestRelease)]: gzipSync(initdata).toString('base64') };
    const pod = {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name, namespace: 'default', annotations },
      spec: { runtimeClassName: 'kata-remote', nodeName: 'worker-0', containers: [{ name: 'app', image: 'app' }] },
      status: { phase: 'Running', containerStatuses: [{ name: 'app', state: { running: {} } }] },
    };
    assert.ok(store.create(resources.need('', 'pods'), pod, { seed: true }).ok);
  }

  test('names the denied request, but not for a pod whose initdata allows it', async () => {
    const allowAll = renderDefaultPolicy('kata-allow-all') ?? assert.fail();
    createPod('denied', allowAll.replace('default ReadStreamRequest := true', 'default ReadStreamRequest := false'));
    createPod('allowed', allowAll);
    const logs = (pod: string): Promise<Run> => osc(['logs', pod, '-n', 'default', ...optionsFor('peer-pods')]);
    const denied = await logs('denied');
    assert.equal(denied.status, 0, denied.stderr);
    assert.match(denied.stderr, /The agent policy of pod denied denies ReadStreamRequest/);
    const allowed = await logs('allowed');
    assert.equal(allowed.status, 0, allowed.stderr);
    assert.doesNotMatch(allowed.stderr, /ReadStreamRequest/);
  });
});
