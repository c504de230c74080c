/** Tests the row of pods whose sandbox can't be created. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FailedSandbox } from '#core/cluster/objects/failedSandbox.ts';
import { emptySnapshot } from '#core/cluster/snapshot.ts';
import { failedSandboxesNode } from '#client/tree/rows/contents/failedSandboxesNode.ts';
import { emptyTreeInput } from '#test/support/cluster/treeInput.ts';

const now = 1_000_000;

/** Returns the labels of the rows of failed pods. */
function labelsOf(pods: readonly FailedSandbox[]): readonly string[] {
  const failedSandboxes = {
    ...emptySnapshot.failedSandboxes,
    asOf: now,
    items: new Map(pods.map((pod) => [pod.uid, pod])),
  };
  const snapshot = { ...emptySnapshot, failedSandboxes };
  const seen = { ...emptyTreeInput, snapshot, now };
  return (failedSandboxesNode(seen)?.children?.() ?? []).map(({ view }) => view.label);
}

test('rows of failed pods keep their places when another pod fails again', () => {
  const pod: FailedSandbox = {
    uid: '',
    name: '',
    namespace: 'shop',
    resourceVersion: '1',
    runtimeClass: 'kata',
    phase: 'Pending',
    node: 'worker-1',
    message: 'Could not access KVM kernel module',
    count: 1,
  };
  const first = { ...pod, uid: 'first', name: 'api-1', last: 10 };
  const second = { ...pod, uid: 'second', name: 'api-2', last: 20 };
  const labels = labelsOf([first, second]);
  assert.equal(labels.length, 2);
  assert.deepEqual(labelsOf([{ ...first, last: 30 }, second]), labels);
});
