/** Tests that a session watches the warnings of pods only while their rows are expanded, and that rows show them. */
import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { test } from 'node:test';
import { fail, succeed } from '#core/common/result.ts';
import type { AskOptions, Connection } from '#client/kubernetes/connection.ts';
import { ClusterSession } from '#client/clusters/sessions/clusterSession.ts';
import { workloadsNode } from '#client/tree/rows/contents/workloadsNode.ts';
import type { TreeNode } from '#client/tree/model/nodeView.ts';
import { podEvent } from '#test/support/cluster/eventServer.ts';
import { ManualClock } from '#test/support/time/manualClock.ts';
import { tooltipText } from '#test/support/cluster/treeInput.ts';

const pod = (name: string, phase: string) => ({
  metadata: { name, namespace: phase === 'Running' ? 'calm' : 'shop', uid: name },
  spec: { runtimeClassName: 'kata' },
  status: { phase, conditions: [{ type: 'Ready', status: phase === 'Running' ? 'True' : 'False' }] },
});
const warning = podEvent('web-0', 'web-0', {
  reason: 'FailedMount',
  message: 'MountVolume.SetUp failed\u202E for volume "v"',
  lastTimestamp: new Date(0).toISOString(),
});
const list = (...items: readonly unknown[]) => succeed({ items, metadata: { resourceVersion: '1' } });
const runtimeClass = { metadata: { name: 'kata', uid: 'kata' }, handler: 'kata' };
const eventsPath = '/api/v1/namespaces/shop/events';

function start(isForbidden = false) {
  const clock = new ManualClock();
  const asked: string[] = [];
  const watching = new Set<string>();
  const connection: Connection = {
    identity: { context: 'a', server: '', user: '' },
    ask(path: string) {
      asked.push(path);
      if (path === '/api/v1/pods') return Promise.resolve(list(pod('web-0', 'Pending'), pod('fine', 'Running')));
      if (path === '/apis/node.k8s.io/v1/runtimeclasses') return Promise.resolve(list(runtimeClass));
      if (path !== eventsPath) return Promise.resolve(list());
      return Promise.resolve(isForbidden ? fail({ kind: 'forbidden', message: 'no', status: 403 }) : list(warning));
    },
    send: () => assert.fail('nothing is written'),
    stream(path: string, { signal }: AskOptions) {
      watching.add(path);
      return new Promise((resolve) => {
        signal?.addEventListener('abort', () => {
          watching.delete(path);
          resolve(fail({ kind: 'aborted', message: 'aborted' }));
        });
      });
    },
    close: () => undefined,
  };
  const info = { name: 'a', server: 'https://a', user: 'me', current: true };
  const parts = { info, connection, clock, chance: () => 0.5, log: () => undefined, changed: () => undefined };
  const session = new ClusterSession(parts);
  const settle = async (): Promise<void> => {
    await setImmediate();
    await setImmediate();
    await clock.pass(150);
  };
  const rows = (): readonly TreeNode[] => workloadsNode(session.seen(clock.now())).children?.() ?? [];
  const expand = (row: TreeNode | undefined, isExpanded = true): void =>
    session.expanded(row?.demands ?? assert.fail('the row demands nothing'), isExpanded);
  return { session, settle, rows, expand, asked, watching };
}

test('a pending pod shows its newest warning while its namespace is expanded', async () => {
  const { session, settle, rows, expand, asked, watching } = start();
  await settle();
  expand(workloadsNode(session.seen(0)));
  await settle();
  assert.ok(!asked.includes(eventsPath), 'nothing is read for collapsed namespaces');
  const shop = (): TreeNode | undefined => rows().find(({ view }) => view.label === 'shop');
  expand(rows().find(({ view }) => view.label === 'calm'));
  await settle();
  assert.ok(
    asked.every((path) => !path.endsWith('/namespaces/calm/events')),
    'a namespace whose pods are ready',
  );
  expand(shop());
  await settle();
  assert.ok(watching.has(eventsPath));
  const [row] = shop()?.children?.() ?? [];
  assert.equal(row?.view.label, 'Pending: web-0');
  assert.match(row.view.description ?? '', /^FailedMount: MountVolume\.SetUp failed/);
  assert.ok(!JSON.stringify(row.view).includes('\u202E'), 'directional characters are escaped');
  assert.match(tooltipText(row), /can't mount a volume/);
  expand(shop(), false);
  await settle();
  assert.ok(!watching.has(eventsPath));
  expand(shop());
  await settle();
  expand(workloadsNode(session.seen(0)), false);
  await settle();
  assert.ok(!watching.has(eventsPath), 'the group hides its namespaces');
  session.close();
});

test('a pending pod names the missing permission for its events, and a paused session reads none', async () => {
  const { session, settle, rows, expand, asked } = start(true);
  await settle();
  expand(workloadsNode(session.seen(0)));
  await settle();
  const shop = (): TreeNode | undefined => rows().find(({ view }) => view.label === 'shop');
  session.pause();
  expand(shop());
  await settle();
  assert.ok(!asked.includes(eventsPath));
  session.resume();
  await settle();
  await settle();
  const [row] = shop()?.children?.() ?? [];
  assert.match(tooltipText(row), /You don't have permission to list events in namespace shop/);
  session.close();
});
