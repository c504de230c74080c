/** Tests `osc-tools events` against simulated clusters: output, exit codes, following, and missing permissions. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { describe, test } from 'node:test';
import { getList, getNumber, getString } from '#core/common/json.ts';
import type { Client } from '../../support/cluster/apiClient.ts';
import { interruptedWhileConnecting, osc, spawnOsc, type Run } from '../osc.ts';
import { useSimulatedClusters } from './simulatedClusters.ts';

const eventsPath = '/api/v1/namespaces/payments/events';

/** Returns an event about a pod that doesn't exist. */
const eventNamed = (name: string, changes: object = {}): object => ({
  apiVersion: 'v1',
  kind: 'Event',
  metadata: { name, namespace: 'payments' },
  involvedObject: { apiVersion: 'v1', kind: 'Pod', namespace: 'payments', name: 'web-0', uid: 'gone' },
  type: 'Warning',
  reason: 'FailedMount',
  message: `volume of ${name}`,
  firstTimestamp: '2026-11-01T00:00:00Z',
  lastTimestamp: '2026-11-01T00:05:00Z',
  count: 2,
  source: { component: 'kubelet' },
  ...changes,
});

describe('osc-tools events', () => {
  const clusters = useSimulatedClusters('events', ['sandboxes-fail', 'no-permission']);

  const argumentsFor = (name: string): readonly string[] => ['events', ...clusters.optionsFor(name)];
  const events = (name: string, ...args: readonly string[]): Promise<Run> => osc([...argumentsFor(name), ...args]);

  const admin = (): Client => clusters.admin('sandboxes-fail');

  test('lists warnings first, with the meaning of known messages, and finds the pods of a workload', async () => {
    const { status, stdout, stderr } = await events('sandboxes-fail', 'deploy/payments', '-n', 'payments');
    assert.deepEqual([status, stderr], [0, '']);
    const [head, first, meaning, todo] = stdout.split('\n');
    assert.match(head ?? '', /^LAST SEEN +COUNT +TYPE +REASON +OBJECT +MESSAGE$/);
    assert.match(first ?? '', /^\d{4}-.*Z +\d+ +Warning +FailedCreatePodSandBox +pod\/payments-\S+ +Failed to create/);
    assert.match(meaning ?? '', /^ {2}Meaning: QEMU can't access \/dev\/kvm on a node\./);
    assert.match(todo ?? '', /^ {2}To do: Enable virtualization/);
    assert.match(stdout, /Normal +SuccessfulCreate +replicaset\/payments-/);
  });

  test('finds the events of objects without a namespace', async () => {
    const node = await events('sandboxes-fail', 'node/worker-1', '--format', 'json');
    assert.equal(node.status, 0);
    const read: unknown = JSON.parse(node.stdout);
    assert.ok(getList(read, 'events').some((event) => getString(event, 'reason') === 'Reboot'));
    assert.ok(getList(read, 'events').every((event) => getString(event, 'kind') === 'Node'));
    const pool = await events('sandboxes-fail', 'mcp/kata-oc');
    assert.match(pool.stdout, /machineconfigpool\/kata-oc/);
  });

  test('says that older events have expired if there are none', async () => {
    const { status, stdout } = await events('sandboxes-fail', '-n', 'empty');
    assert.deepEqual([status, stdout], [0, 'No events found. Older events might have expired.\n']);
  });

  test('names the missing permission', async () => {
    const { status, stdout, stderr } = await events('no-permission', '-n', 'kube-system');
    assert.deepEqual([status, stdout], [2, '']);
    assert.match(stderr, /you don't have permission to list events in namespace kube-system/);
    const watched = await events('no-permission', '-n', 'kube-system', '--watch');
    assert.equal(watched.status, 2);
    assert.match(watched.stderr, /you don't have permission to list events in namespace kube-system/);
  });

  test('reports wrong usage', async () => {
    for (const [args, reason] of [
      [['sandwich/x'], /unknown kind "sandwich"/],
      [['pod'], /expected KIND\/NAME/],
      [['-n', 'Not Valid'], /isn't a valid namespace name/],
    ] as const) {
      const { status, stderr } = await events('sandboxes-fail', ...args);
      assert.equal(status, 2);
      assert.match(stderr, reason);
    }
    assert.match((await osc(['events'])).stderr, /--context is required/);
  });

  test('escapes text from the cluster', async () => {
    const message = 'evil \u001B[2J \u202E text';
    assert.equal((await admin().post(eventsPath, eventNamed('evil.1', { message }))).code, 201);
    for (const format of ['text', 'json']) {
      const { stdout } = await events('sandboxes-fail', 'pod/web-0', '-n', 'payments', '--format', format);
      assert.match(stdout, /evil/);
      assert.ok(!stdout.includes('\u001B') && !stdout.includes('\u202E'), format);
    }
  });

  test('follows new events, prints each occurrence once, and exits with 0 after Ctrl+C', async () => {
    const child = spawnOsc([
      ...argumentsFor('sandboxes-fail'),
      'pod/web-0',
      '-n',
      'payments',
      '-w',
      '--format',
      'json',
    ]);
    let [buffer, wake] = ['', (): void => undefined];
    child.stdout.setEncoding('utf8').on('data', (data: string) => {
      buffer += data;
      wake();
    });
    const seen = async (name: string, count: number): Promise<void> => {
      const found = (): boolean =>
        buffer.split('\n').some((line) => {
          const event: unknown = line === '' ? undefined : JSON.parse(line);
          return getString(event, 'message') === `volume of ${name}` && getNumber(event, 'count') === count;
        });
      while (!found()) await new Promise<void>((resolve) => (wake = resolve));
    };
    await admin().post(eventsPath, eventNamed('first.1'));
    await seen('first.1', 2);
    await admin().post(eventsPath, eventNamed('second.1'));
    await seen('second.1', 2);
    await admin().patch(`${eventsPath}/second.1`, 'merge', { count: 3 });
    await seen('second.1', 3);
    child.kill('SIGINT');
    assert.deepEqual(await once(child, 'close'), [0, null]);
    assert.equal(buffer.split('\n').filter((line) => line.includes('volume of first.1')).length, 1);
  });

  test('exits with 0 after Ctrl+C while --watch connects', async () => {
    const stopped = await interruptedWhileConnecting(['events', '-w']);
    assert.deepEqual(stopped, { status: 0, stdout: '', stderr: '' });
  });
});
