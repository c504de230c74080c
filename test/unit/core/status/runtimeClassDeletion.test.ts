/** Tests the explanation of a runtime class whose deletion doesn't finish. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readPodWithRuntimeClass, type KataPod } from '#core/cluster/objects/kataPod.ts';
import { runtimeClasses } from '#core/cluster/watchedKinds/runtimeClass.ts';
import { explainClassDeletion, runtimeClassFinalizer, type ListedKataPods } from '#core/status/runtimeClassDeletion.ts';
import { snapshotOf } from '#test/support/cluster/clusterObjects.ts';

const day = 86_400_000;
const deleted = Date.UTC(2026, 10, 20);
const now = deleted + day;

function classWith(finalizers: readonly string[]) {
  const read = runtimeClasses.read({
    apiVersion: 'node.k8s.io/v1',
    kind: 'RuntimeClass',
    metadata: { name: 'kata', uid: '1', deletionTimestamp: new Date(deleted).toISOString(), finalizers },
    handler: 'kata',
  });
  assert.ok(read !== undefined);
  return read;
}

function pods(count: number, phase: string): readonly KataPod[] {
  return Array.from({ length: count }, (_, index) => {
    const read = readPodWithRuntimeClass({
      metadata: { name: `web-${index}`, namespace: 'payments', uid: `pod-${index}` },
      spec: { runtimeClassName: 'kata' },
      status: { phase },
    });
    assert.ok(read !== undefined);
    return read;
  });
}

const deployment = (available: number) => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'controller-manager', namespace: 'openshift-sandboxed-containers-operator', uid: 'operator' },
  status: { availableReplicas: available },
});

function explain(listed: ListedKataPods, available: number, finalizers = [runtimeClassFinalizer]) {
  const snapshot = snapshotOf({ deployments: [deployment(available)] });
  return explainClassDeletion(classWith(finalizers), snapshot, listed, now);
}

describe('a runtime class that is being deleted', () => {
  test('is blocked by its pods', () => {
    const found = explain({ kind: 'known', pods: pods(10, 'Running') }, 1);
    assert.equal(found?.headline, 'Blocked: being deleted for 24 h');
    assert.match(
      found.meaning,
      /^10 pods use the runtime class: payments\/web-0 \(Running\), .*payments\/web-7 \(Running\), and 2 more\./,
    );
    assert.doesNotMatch(found.todo ?? '', /oc patch/);
  });

  test('is released by the operator when no pod uses it', () => {
    const found = explain({ kind: 'known', pods: pods(3, 'Succeeded') }, 1);
    assert.equal(found?.health, 'busy');
  });

  test('needs a manual change only without the operator and without pods', () => {
    assert.match(explain({ kind: 'known', pods: [] }, 0)?.todo ?? '', /oc patch runtimeclass kata --type=merge -p/);
    const used = explain({ kind: 'known', pods: pods(1, 'Pending') }, 0);
    assert.match(used?.meaning ?? '', /nothing removes the finalizer/);
    assert.doesNotMatch(used?.todo ?? '', /oc patch/);
    assert.doesNotMatch(explain({ kind: 'known', pods: [], isCut: true }, 0)?.todo ?? '', /oc patch/);
  });

  test('reports pods that it cannot read', () => {
    const found = explain({ kind: 'unreadable', message: 'pods is forbidden' }, 0);
    assert.match(found?.meaning ?? '', /pods is forbidden/);
    assert.doesNotMatch(found?.todo ?? '', /oc patch/);
  });

  test('is not explained with the finalizer of other software', () => {
    assert.equal(explain({ kind: 'known', pods: [] }, 0, ['example.com/other']), undefined);
  });
});
