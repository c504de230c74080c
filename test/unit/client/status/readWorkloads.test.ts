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
    'bank/bare\\u202e  Pod         Running       kata-remote',
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
