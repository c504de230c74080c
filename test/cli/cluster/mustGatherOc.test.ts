/**
 * Tests `osc-tools must-gather collect --by oc` and `clean-up` with a stand-in for oc on a simulated cluster: what they
 * ask, create, leave, and delete, and their exit codes.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, watch, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { after, afterEach, before, describe, test } from 'node:test';
import { getString, getValue } from '#core/common/json.ts';
import { scenarioNamed, simulate, type Simulation } from '#simulator/main.ts';
import { listCreatedResources } from '#test/support/mustGather/createdResources.ts';
import { makeStandInOc, type StandInOc } from '#test/support/standInOc/standInOc.ts';
import { currentContext } from '../../support/cluster/apiClient.ts';
import { interruptedWhileConnecting, osc, spawnOsc, type Run } from '../osc.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'osc-collect-oc-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const skip = process.platform === 'win32' ? 'the stand-in is a script, which Windows does not run' : false;

/** A cluster, and commands on it. */
interface Stage {
  readonly simulation: Simulation;
  readonly context: string;
  readonly options: readonly string[];
}

describe('osc-tools must-gather collect --by oc', { skip }, () => {
  const running: Simulation[] = [];
  let oc: StandInOc;
  let stage: Stage;
  let env: Readonly<Record<string, string>>;
  const records = path.join(folder, 'state', 'osc-tools', 'must-gathers');

  const start = async (name: string): Promise<Stage> => {
    const scenario = scenarioNamed(name);
    assert.ok(scenario !== undefined);
    const simulation = await simulate({ scenario, speed: 60 });
    running.push(simulation);
    const file = path.join(folder, `${name}-${running.length}.kubeconfig`);
    writeFileSync(file, simulation.kubeconfig, { mode: 0o600 });
    const context = currentContext(simulation.kubeconfig);
    return { simulation, context, options: ['--context', context, '--kubeconfig', file] };
  };
  const collectOn = ({ options }: Stage, to: string, ...args: readonly string[]): Promise<Run> =>
    osc(['must-gather', 'collect', '--by', 'oc', ...options, '--output', path.join(folder, to), ...args], { env });
  const collect = (to: string, ...args: readonly string[]): Promise<Run> => collectOn(stage, to, ...args);
  const cleanUp = (...args: readonly string[]): Promise<Run> =>
    osc(['must-gather', 'clean-up', ...stage.options, ...args], { env });
  const recordOf = (to: string): unknown =>
    JSON.parse(readFileSync(path.join(folder, to, 'osc-collection.json'), 'utf8'));
  const created = (): readonly string[] => listCreatedResources(stage.simulation);

  /** Starts a collection, and calls `act` while oc waits to be stopped. */
  const interrupted = async (
    on: Stage,
    to: string,
    gather: 'hangs' | 'deaf',
    act: (child: ReturnType<typeof spawnOsc>) => Promise<void> | void,
  ): Promise<Run> => {
    const waitingFile = path.join(oc.folder, `waiting-${to}`);
    oc.plan({ onCluster: true, gather, suffix: to, waitingFile });
    const isWaiting = fileCreated(waitingFile);
    const target = path.join(folder, to);
    const args = ['must-gather', 'collect', '--by', 'oc', ...on.options, '--output', target, '--yes'];
    const child = spawnOsc(args, env);
    let [stdout, stderr] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (data: string) => (stdout += data));
    child.stderr.setEncoding('utf8').on('data', (data: string) => (stderr += data));
    child.stdin.end();
    const closed = once(child, 'close');
    await Promise.race([isWaiting, closed.then(() => assert.fail(`ended early: ${stderr}`))]);
    await act(child);
    const [status] = await closed;
    return { status: typeof status === 'number' ? status : null, stdout, stderr };
  };

  before(async () => {
    oc = makeStandInOc();
    env = {
      HOME: path.join(folder, 'home'),
      XDG_STATE_HOME: path.join(folder, 'state'),
      PATH: `${oc.folder}${path.delimiter}${process.env['PATH'] ?? ''}`,
    };
    mkdirSync(path.join(folder, 'home'));
    stage = await start('two-workers-installed');
  });
  after(async () => {
    oc.remove();
    await Promise.all(running.map((one) => one.close()));
  });
  afterEach(() => rmSync(records, { recursive: true, force: true }));

  test('prints in a pipe what oc would create, and creates nothing without --yes', async () => {
    oc.plan({ onCluster: true });
    const { status, stdout, stderr } = await collect('asked');
    assert.deepEqual([status, stdout], [2, ''], stderr);
    assert.match(
      stderr,
      /^Resources created on the cluster:\n {2}oc creates the namespace openshift-must-gather-<random> and the /m,
    );
    assert.match(stderr, /^ {2}Passed: You have all 7 required permissions\.$/m);
    assert.match(stderr, / adm must-gather --dest-dir=asked --image=registry\.redhat\.io\/.*:1\.12\.0 --timeout=10m$/m);
    assert.match(stderr, /^osc-tools: --yes is required if standard input isn't a terminal$/m);
    assert.deepEqual([...new Set(oc.calls().map(({ args }) => args[0]))], ['version']);
    assert.equal(existsSync(path.join(folder, 'asked')), false);
  });

  test('collects with --yes, leaves nothing on the cluster, and estimates the next size', async () => {
    oc.plan({ onCluster: true, suffix: 'whole' });
    const { status, stdout, stderr } = await collect('whole', '--yes', '--what', 'cluster', '--since', '6h');
    assert.deepEqual([status, stdout], [0, `${path.join(folder, 'whole')}\n`], stderr);
    assert.match(stderr, /^The must-gather is complete\.$/m);
    const call = oc.calls().at(-1);
    assert.deepEqual(call?.args.slice(1), [
      `--context=${stage.context}`,
      'adm',
      'must-gather',
      '--dest-dir=whole',
      '--timeout=10m',
      '--since=6h',
    ]);
    assert.equal(call.folder, folder);
    assert.deepEqual(created(), []);
    assert.deepEqual(readdirSync(records), []);
    assert.deepEqual(
      ['by', 'end'].map((field) => getString(recordOf('whole'), field)),
      ['oc', 'complete'],
    );
    const next = await collect('next', '--what', 'cluster', '--since', '6h');
    assert.match(
      next.stderr,
      /^ {2}Passed: Estimated size: .* Earlier must-gathers of this cluster in the estimate: 1\.$/m,
    );
  });

  test('exits only after oc cleaned up if the user presses Ctrl+C, even twice', async () => {
    const { status, stderr } = await interrupted(stage, 'stopd', 'hangs', (child) => {
      assert.deepEqual(created(), ['openshift-must-gather-stopd', 'must-gather-stopd']);
      child.kill('SIGINT');
      child.kill('SIGINT');
    });
    assert.equal(status, 130, stderr);
    assert.match(stderr, /^Canceled\. No files were copied\.$/m);
    assert.deepEqual(created(), []);
    assert.deepEqual(readdirSync(records), []);
    assert.equal(getValue(recordOf('stopd'), 'end'), 'stopped');
  });

  test('reports that it was canceled if the user stops it before the cluster responds', async () => {
    const collect = ['must-gather', 'collect', '--by', 'oc', '--yes'];
    const { status, stderr } = await interruptedWhileConnecting(collect, 'SIGINT', env);
    const message = 'canceled: no data was collected, and no resources were created on the cluster';
    assert.deepEqual([status, stderr.split('\n').slice(1)], [130, [`osc-tools: ${message}`, '']]);
    assert.deepEqual(await interruptedWhileConnecting(['must-gather', 'clean-up', '--yes'], 'SIGTERM', env), {
      status: 143,
      stdout: '',
      stderr: 'osc-tools: canceled: nothing was deleted\n',
    });
  });

  test('names the login and clean-up commands if the token expires during the cleanup, and keeps the record', async () => {
    const { simulation, options } = await start('two-workers-installed');
    const expiring = { ...stage, simulation, options };
    const { status, stderr } = await interrupted(expiring, 'expir', 'hangs', (child) => {
      simulation.tokens.expire('kube:admin');
      child.kill('SIGINT');
    });
    assert.equal(status, 130, stderr);
    assert.match(stderr, /^osc-tools: Can't check whether .*-expir still exists: .* \(401\)\..* with oc login\.$/m);
    assert.match(stderr, /^osc-tools: to find and delete .*, run: osc-tools must-gather clean-up --context /m);
    assert.deepEqual(listCreatedResources(simulation), ['openshift-must-gather-expir', 'must-gather-expir']);
    assert.deepEqual(readdirSync(records), ['openshift-must-gather-expir.json']);
    const expired = await osc(['must-gather', 'clean-up', '--yes', ...options], { env });
    assert.equal(expired.status, 2);
    assert.match(expired.stderr, /To log in again, run: oc login /);
    assert.deepEqual(readdirSync(records), ['openshift-must-gather-expir.json']);
  });

  test('stops at --max-size with exit code 1, and leaves nothing on the cluster', async () => {
    oc.plan({ onCluster: true, gather: 'grows', suffix: 'grows' });
    const { status, stderr } = await collect('grows', '--yes', '--max-size', '0.1');
    assert.equal(status, 1, stderr);
    assert.match(
      stderr,
      /^The collection stopped at the maximum size of 100 kB\. The files copied so far are kept\.$/m,
    );
    assert.deepEqual(created(), []);
  });

  test('names leftovers and the command that deletes them if oc is killed, and clean-up deletes them', async () => {
    const { status, stderr } = await interrupted(stage, 'killd', 'hangs', () => {
      process.kill(Number(readFileSync(path.join(oc.folder, 'pid'), 'utf8')), 'SIGKILL');
    });
    assert.equal(status, 2, stderr);
    assert.match(stderr, /^No data was collected\. oc was terminated by another process\.$/m);
    assert.match(stderr, /^ {2}\[must-gather-killd\] OUT .* waiting for gather to complete$/m);
    assert.match(stderr, /^osc-tools: remaining on the cluster: ClusterRoleBinding must-gather-killd$/m);
    const command = ['osc-tools', 'must-gather', 'clean-up', ...stage.options].join(' ');
    assert.ok(stderr.endsWith(`run: ${command}\n`), stderr);
    assert.deepEqual(readdirSync(records), ['openshift-must-gather-killd.json']);

    const asked = await cleanUp();
    assert.equal(asked.status, 1, asked.stderr);
    assert.match(asked.stderr, /^ {2}Namespace openshift-must-gather-killd$/m);
    assert.match(asked.stderr, /--yes is required if standard input isn't a terminal$/m);
    assert.deepEqual(created(), ['openshift-must-gather-killd', 'must-gather-killd']);
    const deleted = await cleanUp('--yes');
    assert.deepEqual(
      [deleted.status, deleted.stdout],
      [0, 'Deleted: ClusterRoleBinding must-gather-killd\nDeleted: Namespace openshift-must-gather-killd\n'],
    );
    assert.deepEqual([created(), readdirSync(records)], [[], []]);
    assert.equal((await cleanUp()).stdout, `No leftovers on ${stage.context}.\n`);
  });

  test('names the command to run later if the cluster is unreachable during the cleanup', async () => {
    const gone = await start('two-workers-installed');
    const { status, stderr } = await interrupted(gone, 'away', 'hangs', async (child) => {
      await gone.simulation.close();
      child.kill('SIGINT');
    });
    assert.equal(status, 130, stderr);
    assert.match(stderr, /^osc-tools: Can't check whether openshift-must-gather-away still exists: /m);
    assert.match(
      stderr,
      /^osc-tools: to find and delete the leftovers on the cluster, run: osc-tools must-gather clean-up /m,
    );
    assert.deepEqual(readdirSync(records), ['openshift-must-gather-away.json']);
  });

  test('runs nothing if the user lacks permissions', async () => {
    const before = oc.calls().length;
    const { status, stderr } = await collectOn(await start('no-permission'), 'forbidden', '--yes', '--what', 'cluster');
    assert.equal(status, 2, stderr);
    assert.match(stderr, /^osc-tools: You don't have permission to create namespaces, .*\. A must-gather requires /m);
    assert.deepEqual(
      oc
        .calls()
        .slice(before)
        .map(({ args }) => args[0]),
      ['version'],
    );
  });

  test('exits with 2 if oc is missing, fails, or is called with wrong options', async () => {
    const args = ['must-gather', 'collect', '--by', 'oc', ...stage.options];
    const missing = await osc(args, { env: { ...env, PATH: '/nowhere' } });
    assert.equal(missing.status, 2);
    assert.match(
      missing.stderr,
      /^osc-tools: oc isn't on the PATH\. Install oc, or use --by api to collect without oc$/m,
    );
    oc.plan({ onCluster: true, gather: 'pull', suffix: 'pullx' });
    const failed = await collect('pull', '--yes');
    assert.equal(failed.status, 2);
    assert.match(failed.stderr, /^No data was collected\. gather did not start: unable to pull image: ErrImagePull: /m);
    assert.match(failed.stderr, /^ {2}error: gather did not start for pod must-gather: unable to pull image$/m);
    for (const [wrong, message] of [
      [['--since', '2 days'], 'Invalid duration "2 days"'],
      [['--gather-timeout', 'x'], 'Invalid duration "x"'],
      [['--node-name', '-x;y'], 'Invalid node name "-x;y"'],
      [['--by', 'api', '--since', '2h'], '--since requires --by oc'],
      [['--by', 'api', '--yes'], '--yes requires --by oc'],
    ] as const) {
      const { status, stderr } = await osc([...args, ...wrong], { env });
      assert.equal(status, 2, stderr);
      assert.ok(stderr.includes(`osc-tools: ${message}`), stderr);
    }
  });

  test('prints the result as JSON', async () => {
    oc.plan({ onCluster: true, suffix: 'jsonx' });
    const { status, stdout } = await collect('json', '--yes', '--format', 'json');
    assert.equal(status, 0);
    assert.deepEqual(JSON.parse(stdout), {
      by: 'oc',
      folder: path.join(folder, 'json'),
      end: 'complete',
      message: 'The must-gather is complete.',
      problems: [],
      leftovers: [],
    });
  });

  test('clean-up deletes objects without a record only with --all, and never those of a running collection', async () => {
    const { simulation, context } = stage;
    seedMustGather(simulation, 'others');
    seedMustGather(simulation, 'runni');
    seedDebugPod(simulation);
    mkdirSync(records, { recursive: true });
    const run = {
      context,
      server: simulation.url,
      namespace: 'openshift-must-gather-runni',
      binding: 'must-gather-runni',
    };
    writeFileSync(path.join(records, `${run.namespace}.json`), JSON.stringify({ ...run, at: 1, process: process.pid }));
    const listed = await cleanUp('--yes');
    assert.deepEqual([listed.status, listed.stdout], [0, `No leftovers on ${context}.\n`], listed.stderr);
    const kept = 'osc-tools: kept, because this computer has no record of it (to delete it, use --all): ';
    const others = [
      'ClusterRoleBinding must-gather-others',
      'Namespace openshift-debug-wjxnq',
      'Namespace openshift-must-gather-others',
      'Pod worker-0-debug in default',
    ];
    assert.deepEqual(
      listed.stderr.split('\n').filter(Boolean).toSorted(),
      others.map((name) => `${kept}${name}`),
    );
    const { status, stdout } = await cleanUp('--yes', '--all');
    assert.deepEqual([status, stdout.split('\n').toSorted()], [0, ['', ...others.map((name) => `Deleted: ${name}`)]]);
    const { store, resources } = simulation;
    assert.ok(store.get(resources.need('', 'namespaces'), undefined, 'openshift-debug-tools') !== undefined);
    assert.equal((await cleanUp('--all')).stdout, `No leftovers on ${context}.\n`);
    assert.deepEqual(created(), ['openshift-must-gather-runni', 'must-gather-runni']);
    const json: unknown = JSON.parse((await cleanUp('--format', 'json')).stdout);
    assert.deepEqual(
      ['context', 'leftovers', 'unrecorded', 'deleted', 'problems', 'otherContexts'].map((name) =>
        getValue(json, name),
      ),
      [context, [], [], [], [], []],
    );
  });

  test('clean-up reads a cluster without changing it, and fails without the permission', async () => {
    const { options, simulation } = await start('no-permission');
    const { status, stderr } = await osc(['must-gather', 'clean-up', '--all', '--yes', ...options], { env });
    assert.equal(status, 2);
    assert.match(stderr, /^osc-tools: Can't list namespaces: Access denied: /m);
    const recorded = await osc(['must-gather', 'clean-up', ...options], { env });
    assert.match(recorded.stdout, /^No recorded leftovers on .+\.$/m);
    assert.deepEqual(
      simulation.audit.entries.map(({ verb }) => verb).filter((verb) => verb !== 'get' && verb !== 'list'),
      [],
    );
  });
});

/** Resolves when a file exists. Its folder must exist. */
function fileCreated(file: string): Promise<void> {
  return new Promise((resolve) => {
    const watcher = watch(path.dirname(file), (_, name) => {
      if (name !== path.basename(file)) return;
      watcher.close();
      resolve();
    });
  });
}

/** Creates what a must-gather leaves on a cluster. */
function seedMustGather({ store, resources }: Simulation, suffix: string): void {
  const namespace = `openshift-must-gather-${suffix}`;
  const annotations = { 'oc.openshift.io/command': 'oc adm must-gather' };
  const rbac = 'rbac.authorization.k8s.io';
  const space = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace, annotations } };
  const binding = {
    apiVersion: `${rbac}/v1`,
    kind: 'ClusterRoleBinding',
    metadata: { name: `must-gather-${suffix}`, annotations },
    roleRef: { apiGroup: rbac, kind: 'ClusterRole', name: 'cluster-admin' },
    subjects: [{ kind: 'ServiceAccount', name: 'default', namespace }],
  };
  assert.ok(store.create(resources.need('', 'namespaces'), space, { seed: true }).ok);
  assert.ok(store.create(resources.need(rbac, 'clusterrolebindings'), binding, { seed: true }).ok);
}

/** Creates the pod of `oc debug node/worker-0`, and the temporary namespace of another one. */
function seedDebugPod({ store, resources }: Simulation): void {
  const annotations = { 'debug.openshift.io/source-resource': '/v1, Resource=nodes/worker-0' };
  const pod = {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'worker-0-debug', namespace: 'default', annotations },
    spec: { containers: [{ name: 'a', image: 'b' }] },
  };
  assert.ok(store.create(resources.need('', 'pods'), pod, { seed: true }).ok);
  for (const name of ['openshift-debug-wjxnq', 'openshift-debug-tools']) {
    const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name } };
    assert.ok(store.create(resources.need('', 'namespaces'), namespace, { seed: true }).ok);
  }
}
