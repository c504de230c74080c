/** Tests which pods block the drain of a node, with their owners and PodDisruptionBudgets, and the daemon of a node. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readDrains, readNodePods } from '#core/operations/lookups/nodePods.ts';
import type { ClusterReader, ReadResult } from '#core/operations/lookups/lookup.ts';
import { describeBlockingPod, summarizeDrain, type BlockingPod } from '#core/status/nodes/blockingPods.ts';
import { annotation, snapshotOf, worker, type Raw } from '#test/support/cluster/clusterObjects.ts';

const podsPath = '/api/v1/pods?fieldSelector=spec.nodeName%3Dworker-1';
const budgetsPath = '/apis/policy/v1/poddisruptionbudgets';
const daemonPath =
  '/api/v1/namespaces/openshift-machine-config-operator/pods?labelSelector=k8s-app%3Dmachine-config-daemon&fieldSelector=spec.nodeName%3Dworker-1';
const ready = { conditions: [{ type: 'Ready', status: 'True' }], phase: 'Running' };

interface PodShape {
  readonly status?: Raw;
  readonly metadata?: Raw;
  readonly owner?: string;
}

function pod(name: string, { status = ready, metadata = {}, owner = 'ReplicaSet web-1' }: PodShape = {}): Raw {
  const [kind = '', ownerName = ''] = owner.split(' ');
  return {
    metadata: {
      name,
      uid: name,
      namespace: 'shop',
      labels: { app: 'web' },
      ...(owner === ''
        ? {}
        : { ownerReferences: [{ apiVersion: 'apps/v1', kind, name: ownerName, controller: true }] }),
      ...metadata,
    },
    status,
  };
}

function budget(name: string, status: Raw = { disruptionsAllowed: 0, currentHealthy: 2, desiredHealthy: 2 }): Raw {
  return {
    metadata: { name, uid: name, namespace: 'shop' },
    spec: { selector: { matchLabels: { app: 'web' } } },
    status,
  };
}

const replicaSet = {
  metadata: { ownerReferences: [{ apiVersion: 'apps/v1', kind: 'Deployment', name: 'web', controller: true }] },
};

/** Creates a reader with these lists and objects by path. Other paths are absent. */
function readerOf(answers: Readonly<Record<string, readonly unknown[] | 'forbidden'>>): ClusterReader {
  const objects: Readonly<Record<string, unknown>> = {
    '/apis/apps/v1/namespaces/shop/replicasets/web-1': replicaSet,
    '/apis/apps/v1/namespaces/shop/deployments/web': { metadata: {}, spec: { replicas: 2 } },
  };
  return {
    get: (path) => Promise.resolve(path in objects ? { kind: 'value', value: objects[path] } : { kind: 'absent' }),
    list(path, most = 1000, keep = () => true) {
      const answer = answers[path];
      const result: ReadResult<{ readonly items: readonly unknown[]; readonly cut: boolean }> =
        answer === undefined
          ? { kind: 'absent' }
          : answer === 'forbidden'
            ? { kind: 'problem', problem: { why: 'forbidden', message: 'you may not list them' } }
            : { kind: 'value', value: { items: answer.filter(keep).slice(0, most), cut: answer.length > most } };
      return Promise.resolve(result);
    },
    mayI: () => Promise.resolve({ kind: 'value', value: true }),
    tryCreate: () => Promise.resolve({ kind: 'value', value: {} }),
  };
}

async function blockingOf(pods: readonly Raw[], budgets: readonly Raw[]): Promise<readonly BlockingPod[]> {
  const { blocking } = await readNodePods(readerOf({ [podsPath]: pods, [budgetsPath]: budgets }), 'worker-1', true);
  assert.ok(blocking?.kind === 'value');
  return blocking.value.pods;
}

test('a pod whose budget allows no eviction blocks the drain, and its owner is the Deployment', async () => {
  const [found, ...others] = await blockingOf([pod('web-a')], [budget('web')]);
  assert.deepEqual(others, []);
  assert.deepEqual(found?.owner, { group: 'apps', kind: 'Deployment', name: 'web' });
  assert.deepEqual(found?.budgets, [{ name: 'web', currentHealthy: 2, desiredHealthy: 2 }]);
  assert.equal(
    describeBlockingPod(found),
    'PodDisruptionBudget web prevents the eviction. Required healthy pods: 2. Healthy pods: 2.',
  );
});

test('pods that the API server evicts, and pods that a drain skips, do not block it', async () => {
  const skipped = [
    pod('no-budget', { metadata: { labels: { app: 'other' } } }),
    pod('elsewhere', { metadata: { namespace: 'bank' } }),
    pod('daemon', { owner: 'DaemonSet agent' }),
    pod('static', { metadata: { annotations: { 'kubernetes.io/config.mirror': 'x' } } }),
    pod('complete', { status: { phase: 'Succeeded' } }),
    pod('pending', { status: { phase: 'Pending' } }),
  ];
  assert.deepEqual(await blockingOf(skipped, [budget('web')]), []);
  const allowing = { disruptionsAllowed: 1, currentHealthy: 3, desiredHealthy: 2 };
  assert.deepEqual(await blockingOf([pod('web-a')], [budget('web', allowing)]), []);
});

test('an unhealthy pod blocks the drain only if its budget has too few healthy pods', async () => {
  const unhealthy = pod('web-a', { status: { phase: 'Running' } });
  assert.deepEqual(await blockingOf([unhealthy], [budget('web')]), []);
  const few = budget('web', { disruptionsAllowed: 0, currentHealthy: 1, desiredHealthy: 2 });
  assert.equal((await blockingOf([unhealthy], [few])).length, 1);
  const always = {
    ...few,
    spec: { selector: { matchLabels: { app: 'web' } }, unhealthyPodEvictionPolicy: 'AlwaysAllow' },
  };
  assert.deepEqual(await blockingOf([unhealthy], [always]), []);
});

test('a pod in two budgets blocks the drain although both allow an eviction', async () => {
  const allowing = { disruptionsAllowed: 1, currentHealthy: 3, desiredHealthy: 2 };
  const [found] = await blockingOf([pod('web-a')], [budget('one', allowing), budget('two', allowing)]);
  assert.ok(found !== undefined);
  assert.match(describeBlockingPod(found), /More than one PodDisruptionBudget .*: one and two\.$/);
});

test('a pod that is terminating blocks the drain until it is gone', async () => {
  const leaving = pod('web-a', { metadata: { deletionTimestamp: '2026-11-01T11:00:00Z' }, owner: '' });
  const [found] = await blockingOf([leaving], []);
  assert.equal(found?.isTerminating, true);
  assert.equal(found.owner, undefined);
  assert.match(describeBlockingPod(found), /^The pod is terminating/);
});

test('malformed pods and budgets are ignored', async () => {
  assert.deepEqual(await blockingOf([{}, { metadata: 1 }, { metadata: { name: 'a' } }], [{}, { spec: [] }]), []);
});

test('a forbidden list is a problem and never an empty list', async () => {
  for (const path of [podsPath, budgetsPath]) {
    const answers = { [podsPath]: [pod('web-a')], [budgetsPath]: [budget('web')], [path]: 'forbidden' as const };
    const { blocking } = await readNodePods(readerOf(answers), 'worker-1', true);
    assert.equal(blocking?.kind, 'problem');
  }
});

test('the daemon of a node is read from its namespace, and other pods only while the node is drained', async () => {
  const daemon = pod('machine-config-daemon-x', { owner: 'DaemonSet machine-config-daemon' });
  const read = await readNodePods(readerOf({ [daemonPath]: [daemon] }), 'worker-1', false);
  assert.equal(read.blocking, undefined);
  assert.ok(read.daemon.kind === 'value' && read.daemon.value !== undefined);
  const { name, phase, isReady } = read.daemon.value;
  assert.deepEqual([name, phase, isReady], ['machine-config-daemon-x', 'Running', true]);
  const none = await readNodePods(readerOf({ [daemonPath]: [] }), 'worker-1', false);
  assert.deepEqual(none.daemon, { kind: 'value', value: undefined });
});

test('the summary of a drain names pod, owner, and budget, and counts the rest', async () => {
  const draining = worker('worker-1', { annotations: annotation('desiredDrain', 'drain-1') });
  const pods = ['a', 'b', 'c', 'd', 'e'].map((name) => pod(name));
  const reader = readerOf({ [podsPath]: pods, [budgetsPath]: [budget('web')] });
  const [drain, ...others] = await readDrains(reader, snapshotOf({ nodes: [worker('worker-0'), draining] }));
  assert.deepEqual(others, []);
  assert.ok(drain !== undefined);
  const lines = summarizeDrain(drain);
  assert.equal(
    lines[0],
    'worker-1: shop/a (Deployment web) blocks the drain. PodDisruptionBudget web prevents the eviction. Required healthy pods: 2. Healthy pods: 2.',
  );
  assert.equal(lines.length, 4);
  assert.equal(lines[3], '2 more not shown.');
  const [unread] = await readDrains(readerOf({ [podsPath]: 'forbidden' }), snapshotOf({ nodes: [draining] }));
  assert.ok(unread !== undefined);
  assert.deepEqual(summarizeDrain(unread), ["worker-1: Can't list pods: you may not list them"]);
});
