/** Tests how the pods of a large cluster are read: which Kata pods are kept, and which requests are added up. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { one } from '#core/common/quantity.ts';
import { succeed } from '#core/common/result.ts';
import { lookups } from '#core/operations/lookupList.ts';
import { createClusterReader } from '#client/kubernetes/read/clusterReader.ts';
import { ScriptedConnection } from '#test/support/cluster/scriptedConnection.ts';
import { rawPod } from '#test/support/cluster/workloadsStage.ts';

test('the requests of all pods are added up although only the first 2,000 Kata pods are kept', async () => {
  const pods = Array.from({ length: 6000 }, (_, index) => {
    const pod = Object(rawPod(`pod-${index}`, { node: 'worker-0' }));
    const containers = [{ name: 'web', resources: { requests: { memory: '1' } } }];
    return { ...pod, spec: { ...pod.spec, containers } };
  });
  const connection = new ScriptedConnection();
  connection.answer = ({ path, query }) => {
    if (path !== '/api/v1/pods') return succeed({ items: [], metadata: {} });
    const from = Number(query['continue'] ?? 0);
    const next = from + Number(query['limit']);
    const rest = pods.length - next;
    const more = rest > 0 ? { continue: String(next), remainingItemCount: rest } : {};
    return succeed({ items: pods.slice(from, next), metadata: { resourceVersion: '1', ...more } });
  };
  const read = await lookups.kataPods.read(createClusterReader(connection, new AbortController().signal));
  assert.ok(read.kind === 'value', JSON.stringify(read));
  assert.equal(read.value.pods.length, 2000);
  assert.equal(read.value.cut, true);
  assert.deepEqual(read.value.requests?.get('worker-0'), { memory: 6000n * one, cpu: 0n, pods: 6000 });
});
