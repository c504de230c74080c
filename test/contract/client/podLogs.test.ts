/**
 * Compares pod logs as the extension reads them with those of kubectl, against the simulator: lines, times, previous
 * instances, selections, and errors. Skipped without kubectl (`npm test -- contract` downloads it). Real API servers
 * without kubelets have no logs.
 */
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { after, before, describe, test } from 'node:test';
import { ExecPlugins } from '#client/kubernetes/auth/execPlugins.ts';
import type { Connection } from '#client/kubernetes/connection.ts';
import { realClock } from '#client/kubernetes/clock.ts';
import { loadKubeconfig } from '#client/kubernetes/kubeconfig/loadKubeconfig.ts';
import { connect } from '#client/kubernetes/transport/connect.ts';
import type { PodQuery } from '#client/logs/podLogs/podFeed.ts';
import { PodLogSession } from '#client/logs/podLogs/podLogSession.ts';
import { StreamSlots } from '#client/logs/podLogs/streamSlots.ts';
import { formatItem } from '#client/logs/podLogs/writePodLogs.ts';
import type { PodLogChoice } from '#core/logs/pods/podLogChoice.ts';
import { findKubectl } from '#scripts/externalTools/kubectl.ts';
import { simulate, type Simulation } from '#simulator/main.ts';

const kubectl = findKubectl();
const isOracle = (process.env['ORACLE_KUBECONFIG'] ?? '') !== '';
const skip = isOracle
  ? 'an API server without kubelets has no logs'
  : kubectl !== undefined
    ? false
    : 'there is no kubectl of 1.27 or newer: npm test -- contract brings one';

const start = Date.UTC(2026, 10, 22, 7);
const ended = { terminated: { reason: 'OOMKilled', exitCode: 137, containerID: 'cri-o://old' } };
const waiting = { waiting: { reason: 'ImagePullBackOff', message: 'Back-off pulling image "x"' } };

describe('pod logs', { skip }, () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'osc-pod-logs-'));
  const file = path.join(folder, 'kubeconfig');
  const state: { simulation?: Simulation; connection?: Connection } = {};

  before(async () => {
    const simulation = await simulate();
    state.simulation = simulation;
    writeFileSync(file, simulation.kubeconfig, { mode: 0o600 });
    const { contexts, current } = await loadKubeconfig({ explicit: file, env: {}, home: folder });
    const context = contexts.find(({ name }) => name === current);
    assert.ok(context !== undefined);
    const exec = new ExecPlugins({ clock: realClock, env: {}, mayRun: () => Promise.resolve(false) });
    state.connection = connect(context, { clock: realClock, exec });
    addPod('web-1', ['app', 'proxy'], { app: { restartCount: 1, lastState: ended }, proxy: {} });
    addPod('web-2', ['app'], { app: {} });
    addPod('stuck', ['app'], { app: { state: waiting } });
    const { logs } = simulation;
    const write = (pod: string, container: string, text: string, at: number): void =>
      logs.append('default', pod, container, { at: start + at, text });
    write('web-1', 'app', 'before the restart', 0);
    logs.restart('default', 'web-1', 'app');
    for (let line = 0; line < 50; line += 1) {
      write('web-1', 'app', `app ${line} ünïcödé`, line * 1000);
      write('web-1', 'proxy', `proxy ${line}\twith a tab`, line * 1000 + 10);
      write('web-2', 'app', line % 2 === 0 ? '' : `other ${line}`, line * 1000 + 20);
    }
    write('web-2', 'app', 'x'.repeat(10_000), 60_000);
  });
  after(async () => {
    state.connection?.close();
    await state.simulation?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  function simulation(): Simulation {
    assert.ok(state.simulation !== undefined);
    return state.simulation;
  }

  function addPod(name: string, containers: readonly string[], statuses: Readonly<Record<string, object>>): void {
    const { store, resources } = simulation();
    const type = resources.need('', 'pods');
    const made = store.create(type, {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name, namespace: 'default', labels: { app: name.split('-')[0] ?? '' } },
      spec: { nodeName: 'worker-0', containers: containers.map((container) => ({ name: container, image: 'i' })) },
    });
    assert.ok(made.ok);
    const containerStatuses = Object.entries(statuses).map(([container, status]) => ({
      name: container,
      state: { running: {} },
      ...status,
    }));
    assert.ok(store.updateStatus(type, { ...made.value, status: { phase: 'Running', containerStatuses } }).ok);
  }

  async function ours(query: Partial<PodQuery>, choice: Partial<PodLogChoice> = {}): Promise<readonly string[]> {
    assert.ok(state.connection !== undefined);
    const lines: string[] = [];
    const session = new PodLogSession({
      connection: state.connection,
      clock: realClock,
      chance: Math.random,
      log: (message) => assert.fail(message),
      slots: new StreamSlots(),
      query: { namespace: 'default', ...query },
      choice: { follow: false, ...choice },
      onItems: (items) => lines.push(...items.map(formatItem)),
    });
    const { problem } = await session.run();
    return problem === undefined ? lines : [problem.message];
  }

  function theirs(...args: readonly string[]): Promise<{ readonly lines: readonly string[]; readonly error: string }> {
    return new Promise((resolve) => {
      execFile(
        kubectl ?? '',
        ['--kubeconfig', file, 'logs', ...args],
        { env: { ...process.env, HOME: folder } },
        (_, stdout, stderr) => resolve({ lines: stdout.split('\n').slice(0, -1), error: stderr.trim() }),
      );
    });
  }

  const verbose = ['--prefix', '--timestamps', '--all-containers'];

  test('have the same lines as with kubectl', async () => {
    for (const [args, query, choice] of [
      [['web-1', '--tail=7'], { name: 'web-1' }, { tail: 7 }],
      [['web-1', '--tail=-1'], { name: 'web-1' }, {}],
      [['-l', 'app=web', '--tail=3'], { labelSelector: 'app=web' }, { tail: 3 }],
      [['web-2', '--since-time=2026-11-22T07:00:40Z'], { name: 'web-2' }, { since: { at: start + 40_000 } }],
      [['web-1', '--tail=0'], { name: 'web-1' }, { tail: 0 }],
    ] as const) {
      const [one, other] = await Promise.all([ours(query, choice), theirs(...args, ...verbose)]);
      // kubectl prints one container after the other.
      const lines = one.filter((line) => !line.startsWith('--- '));
      assert.deepEqual(lines.toSorted(), other.lines.toSorted(), args.join(' '));
      const times = lines.map((line) => line.split(' ')[1] ?? '');
      assert.deepEqual(times, times.toSorted(), 'ours are in order of their times');
    }
  });

  test('have the same previous instance as with kubectl', async () => {
    const previous = await ours({ name: 'web-1' }, { containers: ['app'], previous: true });
    assert.deepEqual(previous, (await theirs('web-1', '-c', 'app', '--previous', '--prefix', '--timestamps')).lines);
    assert.equal(previous.length, 1);
  });

  test('have the same errors as with kubectl', async () => {
    for (const [args, choice] of [
      [['web-2', '-c', 'app', '--previous'], { containers: ['app'], previous: true }],
      [['stuck', '-c', 'app'], { containers: ['app'] }],
    ] as const) {
      const { error } = await theirs(...args);
      const [, message = ''] = /\(BadRequest\): (.*)$/.exec(error) ?? [];
      assert.notEqual(message, '', error);
      const lines = await ours({ name: args[0] }, choice);
      if (args[0] === 'stuck') assert.match(lines.join('\n'), /hasn't started yet: ImagePullBackOff: Back-off pulling/);
      else assert.ok(lines.join('\n').includes(message), `${message}\n${lines.join('\n')}`);
    }
    assert.match((await theirs('web-1', '-c', 'none')).error, /container none is not valid for pod web-1/);
    assert.match((await theirs('none')).error, /pods "none" not found/);
    assert.deepEqual(await ours({ name: 'none' }), ['pods "none" not found']);
  });

  test('are limited and rejected like those of a real server', async () => {
    assert.equal((await theirs('web-2', '--limit-bytes=5')).lines.join('\n').length, 0, 'the first line is empty');
    const { connection } = state;
    assert.ok(connection !== undefined);
    const log = '/api/v1/namespaces/default/pods/web-1/log';
    const refused = async (query: Readonly<Record<string, string | number>>): Promise<string> => {
      const answer = await connection.ask(log, { query });
      return answer.ok ? '' : answer.error.message;
    };
    assert.match(await refused({}), /a container name must be specified for pod web-1, choose one of: \[app proxy\]/);
    assert.match(await refused({ container: 'app', tailLines: -1 }), /tailLines: Invalid value/);
    assert.match(await refused({ container: 'app', sinceSeconds: 0 }), /sinceSeconds: Invalid value/);
    assert.match(
      await refused({ container: 'app', sinceSeconds: 1, sinceTime: '2026-11-22T07:00:00Z' }),
      /at most one of `sinceTime` or `sinceSeconds`/,
    );
  });

  test('are followed to the same end as with kubectl, also over a connection that breaks', async () => {
    const { logs, faults } = simulation();
    addPod('followed', ['app'], { app: {} });
    const write = (text: string, at: number): void =>
      logs.append('default', 'followed', 'app', { at: start + at, text });
    write('first', 0);
    const child = spawn(kubectl ?? '', ['--kubeconfig', file, 'logs', '-f', 'followed', '--prefix', '--timestamps']);
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (data: string) => (output += data));
    const closed = new Promise((resolve) => {
      child.once('close', resolve);
    });
    while (logs.followers < 1) await turn();
    // The connection of the extension breaks in the middle of the second line.
    faults.add({ effect: { kind: 'reset', afterBytes: 60 }, path: /\/log\?/, times: 1 });
    const lines = ours({ name: 'followed' }, { follow: true });
    while (logs.followers < 2) await turn();
    write('second', 1000);
    write('third', 2000);
    while (logs.followers < 2) await turn();
    write('fourth', 2000);
    finish('followed');
    await closed;
    assert.deepEqual(await lines, [
      ...output.trimEnd().split('\n'),
      '--- Exited: Completed, exit code 0 (app in followed) ---',
    ]);
    assert.equal(output.trimEnd().split('\n').length, 4);
  });

  /** Ends the container of a pod, as the kubelet does. */
  function finish(name: string): void {
    const { store, resources, logs } = simulation();
    const type = resources.need('', 'pods');
    const pod = store.get(type, 'default', name);
    assert.ok(pod !== undefined);
    const terminated = { reason: 'Completed', exitCode: 0, containerID: 'cri-o://ended' };
    logs.end('default', name, 'app');
    const status = { phase: 'Succeeded', containerStatuses: [{ name: 'app', state: { terminated } }] };
    assert.ok(store.updateStatus(type, { ...pod, status }).ok);
  }
});

/** Lets the event loop continue. */
function turn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
