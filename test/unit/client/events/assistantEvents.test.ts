/** Tests in which namespaces an assistant lists events on a cluster with a namespace filter. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fail } from '#core/common/result.ts';
import { readEventReport, type EventRequest } from '#client/events/listEvents.ts';
import { ManualClock } from '#test/support/time/manualClock.ts';
import { ScriptedConnection } from '#test/support/cluster/scriptedConnection.ts';
import { listOf } from '#test/support/cluster/workloadsStage.ts';

test('events of an assistant are in the only namespace of the filter, and several require a namespace', async () => {
  const connection = new ScriptedConnection(new ManualClock());
  connection.answer = () => listOf([]);
  const { signal } = new AbortController();
  const read = async (namespaces: readonly string[], request: Omit<EventRequest, 'warningsOnly'> = {}) => {
    const answer = await readEventReport({ connection, namespaces }, { ...request, warningsOnly: false }, signal);
    return answer.ok ? answer.value.namespaces : answer;
  };
  assert.deepEqual(await read(['shop']), ['shop']);
  assert.deepEqual(await read([]), ['default']);
  assert.deepEqual(await read(['shop'], { object: 'pod/web' }), ['shop']);
  assert.deepEqual(await read(['shop', 'bank'], { namespace: 'bank' }), ['bank']);
  assert.deepEqual(await read(['shop', 'bank'], { object: 'node/worker-0' }), [
    'default',
    'openshift-machine-config-operator',
  ]);
  const ambiguous = fail('namespace must be specified, because the namespace filter contains several: shop, bank');
  const asked = connection.asked.length;
  assert.deepEqual(await read(['shop', 'bank']), ambiguous);
  assert.deepEqual(await read(['shop', 'bank'], { object: 'pod/web' }), ambiguous);
  assert.equal(connection.asked.length, asked);
});
