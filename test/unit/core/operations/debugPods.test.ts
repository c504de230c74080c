/** Tests which pods count as leftovers of a node's debug shell. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readDebugPod } from '#core/operations/debugPods.ts';

const pod = (source: string | undefined, more: object = {}): object => ({
  metadata: {
    name: 'worker-0-debug-x2x4x',
    namespace: 'default',
    uid: 'u1',
    annotations: source === undefined ? {} : { 'debug.openshift.io/source-resource': source },
    ...more,
  },
});

test('a debug pod of a node is recognized by the object in its annotation', () => {
  const found = { kind: 'Pod', name: 'worker-0-debug-x2x4x', namespace: 'default', uid: 'u1' };
  assert.deepEqual(readDebugPod(pod('/v1, Resource=nodes/worker-0'), 'worker-0'), found);
  assert.deepEqual(readDebugPod(pod('nodes/worker-0'), 'worker-0'), found);
});

test('other pods, debug pods of other objects, and pods that are being deleted are not leftovers', () => {
  for (const [source, more] of [
    [undefined, {}],
    ['/v1, Resource=nodes/worker-01', {}],
    ['/v1, Resource=nodes/other/worker-0', {}],
    ['apps/v1, Resource=deployments/worker-0', {}],
    ['/v1, Resource=nodes/worker-0', { deletionTimestamp: '2026-01-01T00:00:00Z' }],
    ['/v1, Resource=nodes/worker-0', { uid: undefined }],
  ] as const)
    assert.equal(readDebugPod(pod(source, more), 'worker-0'), undefined, source);
  assert.equal(readDebugPod(null, 'worker-0'), undefined);
});
