/** Tests the questions about the logs of very many containers. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { LogPod } from '#core/logs/pods/logPod.ts';
import { podLogStep } from '#client/logs/podLogs/podLogSteps.ts';

const podCount = 1000;
const containersPerPod = 10;

/**
 * Creates pods.
 * @param nameOf name of a container
 * @param onRead called each time when the containers of a pod are read
 */
function createPods(
  nameOf: (pod: number, container: number) => string,
  onRead: () => void = () => undefined,
): readonly LogPod[] {
  return Array.from({ length: podCount }, (_, pod): LogPod => {
    const containers = Array.from({ length: containersPerPod }, (_unused, container) => ({
      name: nameOf(pod, container),
      type: 'regular' as const,
      state: { kind: 'running' as const },
      restarts: 0,
    }));
    return {
      uid: `uid-${pod}`,
      name: `web-${pod}`,
      namespace: 'shop',
      resourceVersion: '1',
      phase: 'Running',
      restartPolicy: 'Always',
      get containers() {
        onRead();
        return containers;
      },
    };
  });
}

function firstStep(pods: readonly LogPod[], free: number) {
  const step = podLogStep(new Map(), { pods, free, before: new Map(), now: 0 });
  assert.ok(step !== undefined && 'items' in step);
  return step.items.map(({ value }) => value);
}

describe('the question for containers', () => {
  test('reads each container a fixed number of times, however many there are', () => {
    let reads = 0;
    const pods = createPods(
      (_, container) => `app-${container}`,
      () => (reads += 1),
    );
    const values = firstStep(pods, 100_000);
    assert.equal(values.length, 1 + 1 + containersPerPod + podCount);
    assert.ok(reads <= 3 * podCount, `${reads} reads`);
  });

  test('lists at most 100 containers, and prefers those of the most pods', () => {
    const values = firstStep(
      createPods((pod, container) => (container === 0 ? 'common' : `own-${pod}-${container}`)),
      100_000,
    );
    const containers = values.filter((value) => value.startsWith('c/'));
    assert.equal(containers.length, 100);
    assert.equal(containers[0], 'c/common');
    assert.equal(values.filter((value) => value.startsWith('p/')).length, podCount);
  });

  test('lists only what can still be followed', () => {
    const pods = createPods((_, container) => `app-${container}`).slice(0, 3);
    assert.deepEqual(firstStep(pods, 3), [
      '/pods',
      ...Array.from({ length: containersPerPod }, (_, n) => `c/app-${n}`),
    ]);
    assert.equal(firstStep(pods, 10).filter((value) => value.startsWith('p/')).length, 3);
    assert.ok(firstStep(pods, 30).includes('/all'));
  });
});
