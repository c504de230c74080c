/**
 * Tests the cluster watcher against the contract server: real responses and watches, a CRD that is installed later, and
 * a user without permissions.
 */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, test } from 'node:test';
import { ExecPlugins } from '#client/kubernetes/auth/execPlugins.ts';
import { loadKubeconfig } from '#client/kubernetes/kubeconfig/loadKubeconfig.ts';
import { ClusterWatcher } from '#client/kubernetes/watch/clusterWatcher.ts';
import { realClock, type Clock } from '#client/kubernetes/clock.ts';
import { connect } from '#client/kubernetes/transport/connect.ts';
import { getString, type JsonObject } from '#core/common/json.ts';
import type { Snapshot, SnapshotPart } from '#core/cluster/snapshot.ts';
import { contract, kataConfigs, newNamespace } from '../api/contractServer.ts';

const server = contract();
const folder = mkdtempSync(path.join(tmpdir(), 'osc-following-'));
const ends: (() => void)[] = [];
after(() => {
  for (const end of ends) end();
  rmSync(folder, { recursive: true });
});

const nodes = '/api/v1/nodes';

interface Followed {
  /** Resolves when the snapshot meets the condition. */
  readonly seen: (isIt: (snapshot: Snapshot) => boolean, what: string) => Promise<void>;
  /** Refreshes, as the user's Refresh command does. */
  readonly refresh: () => void;
}

/**
 * Clock on which no wait longer than 250 ms ends. A change that the watcher sees on this clock came from a watch, not
 * from another list.
 */
const impatient: Clock = {
  now: () => realClock.now(),
  after: (milliseconds, work) => (milliseconds <= 250 ? realClock.after(milliseconds, work) : () => undefined),
};

/**
 * Follows resource kinds as the Clusters view does, with the kubeconfig of the test.
 * @param context the current context if omitted
 */
async function follow(
  kinds: readonly SnapshotPart[],
  { context, clock = realClock }: { readonly context?: string; readonly clock?: Clock } = {},
): Promise<Followed> {
  const file = path.join(folder, 'config');
  writeFileSync(file, server().kubeconfig);
  const { contexts, current } = await loadKubeconfig({
    explicit: process.env['ORACLE_KUBECONFIG'] || file,
    env: {},
    home: folder,
  });
  const found = contexts.find(({ name }) => name === (context ?? current));
  assert.ok(found !== undefined);
  const exec = new ExecPlugins({ clock: realClock, env: {}, mayRun: () => Promise.resolve(false) });
  const connection = connect(found, { clock: realClock, exec });
  const live = new ClusterWatcher({ connection, clock, chance: Math.random, log: (message) => assert.fail(message) });
  live.follow(kinds);
  ends.push(() => {
    live.close();
    connection.close();
  });
  const seen: Followed['seen'] = (isIt, what) =>
    new Promise((resolve) => {
      const tell = (): void =>
        console.error(`not seen: ${what}: ${JSON.stringify(kinds.map((kind) => live.snapshot[kind].state))}`);
      // The test might be aborted before the condition is met.
      ends.push(tell);
      const look = (): void => {
        if (!isIt(live.snapshot)) return;
        ends.splice(ends.indexOf(tell), 1);
        off();
        resolve();
      };
      const off = live.onChange(look);
      look();
    });
  return { seen, refresh: () => live.retryNow() };
}

describe('live cluster', () => {
  test('reports created, changed, and deleted objects through a watch', async () => {
    const { admin } = server();
    const { seen } = await follow(['nodes'], { clock: impatient });
    await seen(({ nodes: held }) => held.state.kind === 'live', 'live');
    const name = `following-${randomUUID().slice(0, 8)}`;
    const told = async (
      work: () => Promise<{ readonly code: number; readonly text: string }>,
      isIt: (snapshot: Snapshot) => boolean,
      what: string,
    ): Promise<void> => {
      const telling = seen(isIt, what);
      const { code, text } = await work();
      assert.ok(code < 300, text);
      await telling;
    };
    const find = ({ nodes: held }: Snapshot) => [...held.items.values()].find((node) => node.name === name);
    await told(
      () =>
        admin.post(nodes, {
          apiVersion: 'v1',
          kind: 'Node',
          metadata: { name, labels: { 'node-role.kubernetes.io/worker': '' } },
        }),
      (snapshot) => find(snapshot)?.labels['node-role.kubernetes.io/worker'] === '',
      'the new node',
    );
    await told(
      () => admin.patch(`${nodes}/${name}`, 'merge', { spec: { unschedulable: true } }),
      (snapshot) => find(snapshot)?.cordoned === true,
      'its cordon',
    );
    await told(
      () => admin.delete(`${nodes}/${name}`),
      (snapshot) => find(snapshot) === undefined,
      'its end',
    );
  });

  test('reports a pod with a failed sandbox until a container runs, even if the event is deleted', async () => {
    const { admin } = server();
    const namespace = await newNamespace(server());
    const name = `following-${randomUUID().slice(0, 8)}`;
    const done = async (
      work: Promise<{ readonly code: number; readonly text: string; readonly body: JsonObject }>,
    ): Promise<JsonObject> => {
      const { code, text, body } = await work;
      assert.ok(code < 300, text);
      return body;
    };
    await done(
      admin.post('/apis/node.k8s.io/v1/runtimeclasses', {
        apiVersion: 'node.k8s.io/v1',
        kind: 'RuntimeClass',
        metadata: { name },
        handler: 'kata',
      }),
    );
    const pods = `/api/v1/namespaces/${namespace}/pods`;
    const spec = { runtimeClassName: name, nodeName: name, containers: [{ name: 'c', image: 'i' }] };
    const pod = await done(admin.post(pods, { apiVersion: 'v1', kind: 'Pod', metadata: { name }, spec }));
    const { seen } = await follow(['failedSandboxes'], { clock: impatient });
    const isShown = ({ failedSandboxes: held }: Snapshot): boolean =>
      [...held.items.values()].some((one) => one.name === name);
    await seen(({ failedSandboxes: held }) => held.state.kind === 'live', 'live');
    const events = `/api/v1/namespaces/${namespace}/events`;
    const involvedObject = { apiVersion: 'v1', kind: 'Pod', namespace, name, uid: getString(pod, 'metadata', 'uid') };
    const event = {
      apiVersion: 'v1',
      kind: 'Event',
      metadata: { name, namespace },
      involvedObject,
      reason: 'FailedCreatePodSandBox',
      type: 'Warning',
      count: 1,
    };
    await done(admin.post(events, event));
    await seen(isShown, 'the pod');
    await done(admin.delete(`${events}/${name}`));
    const containerStatuses = [
      {
        name: 'c',
        image: 'i',
        imageID: '',
        ready: true,
        restartCount: 0,
        state: { running: { startedAt: '2026-01-01T00:00:00Z' } },
      },
    ];
    const ends = seen((snapshot) => !isShown(snapshot), 'its sandbox');
    await done(admin.patch(`${pods}/${name}/status`, 'merge', { status: { phase: 'Running', containerStatuses } }));
    await ends;
  });

  test('follows a kind whose CRD is installed later', async () => {
    const { seen, refresh } = await follow(['kataConfigs']);
    // On a server that outlives the test run, an earlier test might already have installed the CRD.
    await seen(({ kataConfigs: held }) => ['absent', 'live'].includes(held.state.kind), 'absent');
    const where = await kataConfigs(server());
    await server().admin.delete(`${where}/followed`);
    const made = await server().admin.post(where, {
      apiVersion: 'kataconfiguration.openshift.io/v1',
      kind: 'KataConfig',
      metadata: { name: 'followed' },
      spec: {},
    });
    assert.equal(made.code, 201, made.text);
    refresh();
    await seen(
      ({ kataConfigs: held }) => [...held.items.values()].some(({ name }) => name === 'followed'),
      'the KataConfig',
    );
    await server().admin.delete(`${where}/followed`);
    await seen(({ kataConfigs: held }) => held.items.size === 0, 'its end');
  });

  test('reports the missing permission of a user without permissions', async () => {
    const { seen } = await follow(['nodes', 'secrets', 'failedSandboxes'], { context: 'viewer' });
    await seen(
      ({ nodes: held }) =>
        held.state.kind === 'forbidden' && held.state.verb === 'list' && held.state.trouble.status === 403,
      'forbidden',
    );
    await seen(({ secrets }) => secrets.state.kind === 'forbidden', 'forbidden secrets');
    await seen(({ failedSandboxes }) => failedSandboxes.state.kind === 'forbidden', 'forbidden events');
  });
});
