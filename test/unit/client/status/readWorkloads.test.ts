/** Tests how `osc-tools status --workloads` reads Kata pods and their owners. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fail, succeed } from '#core/common/result.ts';
import { emptySnapshot } from '#core/cluster/snapshot.ts';
import { workloadLines } from '#core/status/workloads/workloadSummary.ts';
import type { ApiResult } from '#client/kubernetes/connection.ts';
import { readWorkloads } from '#client/status/readWorkloads.ts';
import { ScriptedConnection } from '#test/support/cluster/scriptedConnection.ts';
import { forbidden, listOf, ownedBy, rawPod, rawWorkload } from '#test/support/cluster/workloadsStage.ts';

function connect(responses: Readonly<Record<string, ApiResult<unknown>>>): ScriptedConnection {
  const connection = new ScriptedConnection();
  connection.answer = ({ path }) => responses[path] ?? fail({ kind: 'notFound', message: 'not found', status: 404 });
  return connection;
}

test('pods are listed by owner, after workloads without pods, with one line for each', async () => {
  const connection = connect({
    '/api/v1/pods': listOf([
      rawPod('web-1-a', { controller: 'ReplicaSet web-1', node: 'worker-0' }),
      rawPod('web-1-b', { controller: 'ReplicaSet web-1', phase: 'Pending', isReady: false }),
      rawPod('bare\u202E', { namespace: 'bank', runtimeClass: 'kata-remote', node: 'worker-1' }),
      rawPod('plain', { runtimeClass: '' }),
    ]),
    '/apis/apps/v1/deployments': listOf([rawWorkload('web', { replicas: 3 }), rawWorkload('idle', { replicas: 0 })]),
    '/apis/apps/v1/namespaces/shop/replicasets/web-1': succeed({
      metadata: { name: 'web-1', uid: 'web-1', ownerReferences: ownedBy('Deployment web') },
    }),
  });
  const read = await readWorkloads(connection, emptySnapshot, new AbortController().signal, undefined);
  assert.ok(read.ok);
  const { workloads, count } = read.value;
  assert.equal(count, '3 pods · kata 2, kata-remote 1');
  assert.deepEqual(workloadLines(workloads), [
    'bank/bare\\u202e  Pod         Running       kata-remote  worker-1',
    'shop/idle        Deployment  Scaled to 0   kata',
    'shop/web         Deployment  1 of 3 ready  kata',
    '  web-1-a        Pod         Running       worker-0',
    '  web-1-b        Pod         Pending',
  ]);
});

test('a namespace limits the requests, and a missing permission names verb, resource, and namespace', async () => {
  const connection = connect({ '/api/v1/namespaces/shop/pods': listOf([rawPod('web')]) });
  const { signal } = new AbortController();
  const read = await readWorkloads(connection, emptySnapshot, signal, 'shop');
  assert.ok(read.ok);
  assert.deepEqual(
    read.value.workloads.map(({ name, ready }) => [name, ready]),
    [['web', 1]],
  );
  assert.ok(connection.asked.every(({ path }) => path.includes('/namespaces/shop/')));
  const refused = await readWorkloads(connect({ '/api/v1/pods': fail(forbidden) }), emptySnapshot, signal, undefined);
  assert.deepEqual(refused, fail("can't list pods in all namespaces: no"));
});

test('a Deployment whose ReplicaSet the user may not read keeps its pods', async () => {
  const connection = connect({
    '/api/v1/pods': listOf([rawPod('web-1-a', { controller: 'ReplicaSet web-1', node: 'worker-0' })]),
    '/apis/apps/v1/deployments': listOf([rawWorkload('web', { replicas: 1 })]),
    '/apis/apps/v1/namespaces/shop/replicasets/web-1': fail(forbidden),
    '/apis/batch/v1/cronjobs': fail(forbidden),
  });
  const read = await readWorkloads(connection, emptySnapshot, new AbortController().signal, undefined);
  assert.ok(read.ok);
  assert.deepEqual(
    read.value.workloads.map(({ kind, name, state }) => [kind, name, state]),
    [['Deployment', 'web', '1 of 1 ready']],
  );
  assert.deepEqual(read.value.unlisted, ['cronjobs']);
  assert.deepEqual(read.value.notes, ['No permission to list: cronjobs.']);
});

test('pods beyond the limit are counted, and their owners report how many are ready', async () => {
  const many = Array.from({ length: 2100 }, (_, index) =>
    rawPod(`a-${index}`, { controller: 'StatefulSet a', runtimeClass: index < 2050 ? 'kata' : 'kata-remote' }),
  );
  const last = rawPod('web-0', { controller: 'StatefulSet web' });
  const connection = connect({
    '/api/v1/pods': listOf([...many, last]),
    '/apis/apps/v1/statefulsets': listOf([
      { ...Object(rawWorkload('web', { replicas: 1 })), status: { readyReplicas: 1 } },
      { ...Object(rawWorkload('a', { replicas: 2100 })), status: { readyReplicas: 2099 } },
    ]),
  });
  const read = await readWorkloads(connection, emptySnapshot, new AbortController().signal, undefined);
  assert.ok(read.ok);
  assert.equal(read.value.count, '2101 pods · kata 2051, kata-remote 50');
  assert.equal(read.value.omitted, 101);
  assert.deepEqual(
    read.value.workloads.map(({ name, state }) => [name, state]),
    [
      ['a', '2099 of 2100 ready'],
      ['web', '1 of 1 ready'],
    ],
  );
  assert.equal(workloadLines(read.value.workloads).at(-2), '  1990 not shown');
});

test('a pod that is being deleted is Terminating, as in kubectl, and a pod without an owner shows its node', async () => {
  const deleted = (name: string, controller?: string): unknown => {
    const pod = Object(rawPod(name, { node: 'worker-0', phase: 'Succeeded', ...(controller ? { controller } : {}) }));
    return { ...pod, metadata: { ...pod.metadata, deletionTimestamp: '2026-01-01T00:00:00Z' } };
  };
  const connection = connect({ '/api/v1/pods': listOf([deleted('bare'), deleted('db-0', 'StatefulSet db')]) });
  const read = await readWorkloads(connection, emptySnapshot, new AbortController().signal, undefined);
  assert.ok(read.ok);
  assert.deepEqual(workloadLines(read.value.workloads), [
    'shop/db    StatefulSet  1 pod        kata',
    '  db-0     Pod          Terminating  worker-0',
    'shop/bare  Pod          Terminating  kata      worker-0',
  ]);
});

test('an owner with missing pods and a pending pod show their newest warning, and complete owners show none', async () => {
  const event = (uid: string, reason: string, message: string, minute: number): unknown => ({
    kind: 'Event',
    involvedObject: { kind: 'Pod', name: uid, namespace: 'shop', uid },
    type: 'Warning',
    reason,
    message,
    count: 3,
    lastTimestamp: `2026-11-22T07:0${minute}:00Z`,
  });
  const connection = connect({
    '/api/v1/pods': listOf([
      rawPod('web-1-a', { controller: 'ReplicaSet web-1' }),
      rawPod('db-0', { controller: 'StatefulSet db' }),
      rawPod('bare', { phase: 'Pending', isReady: false }),
      rawPod('api', { namespace: 'bank', phase: 'Pending', isReady: false }),
      rawPod('calm', { namespace: 'calm' }),
    ]),
    '/apis/apps/v1/deployments': listOf([rawWorkload('web', { replicas: 2 })]),
    '/apis/apps/v1/statefulsets': listOf([rawWorkload('db', { replicas: 1 })]),
    '/apis/apps/v1/namespaces/shop/replicasets/web-1': succeed({
      metadata: { name: 'web-1', uid: 'web-1', ownerReferences: ownedBy('Deployment web') },
    }),
    '/api/v1/namespaces/shop/events': listOf([
      event('web-1', 'FailedCreate', 'exceeded quota\u202E', 1),
      event('web-1-a', 'BackOff', 'older', 0),
      event('db-0', 'Unhealthy', 'probe failed once', 2),
      event('bare', 'FailedScheduling', '0/3 nodes are available', 3),
    ]),
    '/api/v1/namespaces/bank/events': fail(forbidden),
  });
  const read = await readWorkloads(connection, emptySnapshot, new AbortController().signal, undefined);
  assert.ok(read.ok);
  assert.deepEqual(workloadLines(read.value.workloads), [
    'bank/api   Pod          Pending       kata',
    'calm/calm  Pod          Running       kata',
    'shop/db    StatefulSet  1 of 1 ready  kata',
    '  db-0     Pod          Running',
    'shop/web   Deployment   1 of 2 ready  kata',
    '  FailedCreate: exceeded quota\\u202e',
    '  web-1-a  Pod          Running',
    'shop/bare  Pod          Pending       kata',
    '  FailedScheduling: 0/3 nodes are available',
  ]);
  assert.deepEqual(read.value.workloads.find(({ name }) => name === 'bare')?.warning, {
    reason: 'FailedScheduling',
    message: '0/3 nodes are available',
    count: 3,
    lastSeen: '2026-11-22T07:03:00Z',
  });
  assert.deepEqual(read.value.notes, ["You don't have permission to list events in namespace bank."]);
  assert.ok(!connection.asked.some(({ path }) => path.includes('/calm/')), 'events of complete owners are not read');
});
