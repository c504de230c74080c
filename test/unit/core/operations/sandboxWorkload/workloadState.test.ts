/** Tests the state of workloads in quick picks. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { workloadState } from '#core/operations/sandboxWorkload/workloadState.ts';

const none: ReadonlySet<string> = new Set();
const pod = (status: object, spec: object = { nodeName: 'worker-0' }, metadata: object = {}): unknown => ({
  metadata: { uid: 'p', ...metadata },
  spec,
  status,
});
const waits = (reason: string): object => ({
  phase: 'Pending',
  containerStatuses: [{ state: { waiting: { reason } } }],
});

describe('workload state', () => {
  const cases: readonly (readonly [string, unknown, string])[] = [
    ['Pod', pod({ phase: 'Running' }), 'Running on worker-0, fine'],
    ['Pod', pod({ phase: 'Pending' }, {}), 'Pending · not scheduled, pending'],
    ['Pod', pod(waits('ContainerCreating')), 'Pending on worker-0, pending'],
    ['Pod', pod(waits('ImagePullBackOff')), 'Pending · ImagePullBackOff on worker-0, failing'],
    ['Pod', pod({ phase: 'Failed' }), 'Failed, failing'],
    [
      'Pod',
      pod({ phase: 'Running' }, undefined, { deletionTimestamp: '2026-01-01T00:00:00Z' }),
      'Terminating on worker-0, pending',
    ],
    ['Deployment', { spec: { replicas: 2 }, status: { readyReplicas: 1 } }, '1 of 2 ready, failing'],
    ['StatefulSet', { spec: {}, status: { readyReplicas: 1 } }, '1 of 1 ready, fine'],
    ['Deployment', { spec: { replicas: 0 } }, 'Scaled to 0, fine'],
    ['DaemonSet', { status: { desiredNumberScheduled: 3, numberReady: 3 } }, '3 of 3 ready, fine'],
    ['Job', { status: { conditions: [{ type: 'Failed', status: 'True' }] } }, 'Failed, failing'],
    ['Job', { status: { conditions: [{ type: 'Complete', status: 'True' }] } }, 'Complete, fine'],
    ['Job', { status: { active: 2, ready: 1 } }, '1 of 2 ready, pending'],
    ['Job', { spec: { suspend: true } }, 'Suspended, fine'],
    ['CronJob', { status: { active: [{}] } }, '1 active job, fine'],
    ['CronJob', {}, 'No active jobs, fine'],
  ];
  for (const [kind, raw, expected] of cases) {
    test(`of a ${kind} is "${expected}"`, () => {
      const { words, rank } = workloadState(kind, raw, none);
      assert.equal(`${words}, ${rank}`, expected);
    });
  }
  test('of a pod whose sandbox fails names its node', () =>
    assert.deepEqual(workloadState('Pod', pod(waits('ContainerCreating')), new Set(['p'])), {
      words: 'Pending · no sandbox on worker-0',
      rank: 'failing',
    }));
});
