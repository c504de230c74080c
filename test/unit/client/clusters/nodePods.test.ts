/** Tests that a session reads the pods of nodes that are expanded or drained, and that the rows show them. */
import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { test } from 'node:test';
import { fail, succeed } from '#core/common/result.ts';
import type { AskOptions, Connection } from '#client/kubernetes/connection.ts';
import { ClusterSession } from '#client/clusters/sessions/clusterSession.ts';
import { clusterNodeNode } from '#client/tree/rows/contents/kubernetesNode.ts';
import type { TreeNode } from '#client/tree/model/nodeView.ts';
import { annotation, worker } from '#test/support/cluster/clusterObjects.ts';
import { ManualClock } from '#test/support/time/manualClock.ts';
import { tooltipText } from '#test/support/cluster/treeInput.ts';

const demand = { kind: 'nodePods', node: 'worker-1' } as const;
const daemonPods = '/api/v1/namespaces/openshift-machine-config-operator/pods';
const ready = { conditions: [{ type: 'Ready', status: 'True' }], phase: 'Running' };
const daemon = {
  metadata: { name: 'machine-config-daemon-x', namespace: 'openshift-machine-config-operator', uid: 'd' },
  status: ready,
};
const ledger = {
  metadata: {
    name: 'ledger-1',
    namespace: 'ledger',
    uid: 'l',
    labels: { app: 'ledger' },
    ownerReferences: [{ apiVersion: 'apps/v1', kind: 'StatefulSet', name: 'ledger', controller: true }],
  },
  status: ready,
};
const budget = {
  metadata: { name: 'ledger\u202E', namespace: 'ledger', uid: 'b' },
  spec: { selector: { matchLabels: { app: 'ledger' } } },
  status: { disruptionsAllowed: 0, currentHealthy: 1, desiredHealthy: 1 },
};
const list = (...items: readonly unknown[]) => succeed({ items, metadata: { resourceVersion: '1' } });

function start({ isDraining = true, isForbidden = false } = {}) {
  const clock = new ManualClock();
  const asked: string[] = [];
  const state = { budgets: [budget] as readonly unknown[] };
  const node = worker('worker-1', isDraining ? { annotations: annotation('desiredDrain', 'drain-1') } : {});
  const connection: Connection = {
    identity: { context: 'a', server: '', user: '' },
    ask(path: string) {
      const [where = ''] = path.split('?');
      if (where === '/api/v1/nodes') return Promise.resolve(list(node));
      if (![daemonPods, '/api/v1/pods', '/apis/policy/v1/poddisruptionbudgets'].includes(where))
        return Promise.resolve(list());
      // The watch of pods without a node.
      if (path === '/api/v1/pods') return Promise.resolve(list());
      asked.push(where);
      if (isForbidden) return Promise.resolve(fail({ kind: 'forbidden', message: 'no', status: 403 }));
      if (where === daemonPods) return Promise.resolve(list(daemon));
      return Promise.resolve(list(...(where === '/api/v1/pods' ? [ledger] : state.budgets)));
    },
    send: () => assert.fail('nothing is written'),
    stream: (_path: string, { signal }: AskOptions) =>
      new Promise((resolve) => {
        signal?.addEventListener('abort', () => resolve(fail({ kind: 'aborted', message: 'aborted' })));
      }),
    close: () => undefined,
  };
  const info = { name: 'a', server: 'https://a', user: 'me', current: true };
  const parts = { info, connection, clock, chance: () => 0.5, log: () => undefined, changed: () => undefined };
  const session = new ClusterSession(parts);
  const settle = async (): Promise<void> => {
    for (let turn = 0; turn < 4; turn += 1) await setImmediate();
    await clock.pass(150);
    for (let turn = 0; turn < 4; turn += 1) await setImmediate();
  };
  const row = (): TreeNode => clusterNodeNode(session.seen(clock.now()), 'worker-1');
  const rows = (): readonly TreeNode[] => row().children?.() ?? assert.fail('the node has no rows');
  const texts = (): readonly string[] => rows().map(({ view }) => `${view.label} | ${view.description ?? ''}`);
  return { clock, asked, state, session, settle, row, rows, texts };
}

test('pods of a node that is drained are read repeatedly, and its row names what blocks the drain', async () => {
  const { clock, asked, state, session, settle, row, rows, texts } = start();
  await settle();
  await settle();
  assert.equal(asked.length, 3, 'also while the row is collapsed');
  assert.match(row().view.description ?? '', / · PodDisruptionBudget ledger\\u202e$/);
  assert.match(row().about?.explanation.meaning ?? '', /ledger\/ledger-1 \(StatefulSet ledger\) blocks the drain\./);
  const [first, second] = texts();
  assert.equal(first, 'machine-config-daemon | Running');
  assert.equal(second, 'ledger-1 | PodDisruptionBudget ledger\\u202e · StatefulSet ledger');
  const [daemonRow, blocking] = rows();
  assert.match(daemonRow?.view.contextValue ?? '', /\bosc-pod\b/);
  assert.equal(daemonRow?.target?.object?.name, 'machine-config-daemon-x');
  const tooltip = tooltipText(blocking).replaceAll('\\', '');
  assert.match(tooltip, /Required healthy pods: 1\. Healthy pods: 1/);
  state.budgets = [];
  await clock.pass(15_000);
  await settle();
  assert.equal(asked.length, 6);
  assert.deepEqual(texts(), ['machine-config-daemon | Running', 'No pods block the drain | ']);
  assert.doesNotMatch(row().view.description ?? '', /PodDisruptionBudget/);
  session.close();
});

test('a node that is not drained is read once, when its row is expanded', async () => {
  const { clock, asked, session, settle, texts } = start({ isDraining: false });
  await settle();
  assert.deepEqual(asked, []);
  assert.deepEqual(texts(), ['Listing... | ']);
  session.expanded(demand, true);
  await settle();
  await clock.pass(120_000);
  await settle();
  assert.deepEqual(asked, [daemonPods]);
  assert.deepEqual(texts(), ['machine-config-daemon | Running']);
  session.close();
});

test('nothing is read while the Clusters view is hidden', async () => {
  const { clock, asked, session, settle } = start();
  await settle();
  session.expanded(demand, true);
  await settle();
  session.pause();
  await clock.pass(120_000);
  await settle();
  assert.equal(asked.length, 3);
  session.resume();
  await settle();
  assert.equal(asked.length, 6);
  session.close();
});

test('a missing permission is shown and never as an empty list', async () => {
  const { session, settle, texts } = start({ isForbidden: true });
  await settle();
  session.expanded(demand, true);
  await settle();
  assert.deepEqual(texts(), ["Can't list pods | no", "Can't list pods | no"]);
  session.close();
});
