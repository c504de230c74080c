/** Tests what a must-gather provides for the rows of the Clusters view: workloads, related objects, and event files. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { listTreeKinds } from '#gather/read/treeObjects.ts';
import { groupByOwner, noPodOwners } from '#core/status/workloads/ownedPods.ts';
import { ownerState } from '#core/status/workloads/workloadSummary.ts';
import { readFiles } from '#test/support/mustGather/gatherStage.ts';

const operator = (name: string, conditions: string): { readonly path: string; readonly text: string } => ({
  path: `must-gather/cluster-scoped-resources/config.openshift.io/clusteroperators/${name}.yaml`,
  text: `---
apiVersion: config.openshift.io/v1
kind: ClusterOperator
metadata:
  name: ${name}
  uid: uid-${name}
status:
  conditions:${conditions}
`,
});

const deployments = `---
apiVersion: v1
items:
- apiVersion: apps/v1
  kind: Deployment
  metadata: {name: web, namespace: shop, uid: web}
  spec:
    replicas: 2
    template:
      spec:
        runtimeClassName: kata
- apiVersion: apps/v1
  kind: Deployment
  metadata: {name: idle, namespace: shop, uid: idle}
  spec:
    replicas: 0
    template:
      spec:
        runtimeClassName: kata
- apiVersion: apps/v1
  kind: Deployment
  metadata: {name: plain, namespace: shop, uid: plain}
  spec:
    template: {spec: {}}
kind: DeploymentList
`;

const pods = `---
apiVersion: v1
items:
- apiVersion: v1
  kind: Pod
  metadata:
    name: web-5d9c7-a
    namespace: shop
    uid: a
    ownerReferences:
    - {apiVersion: apps/v1, kind: ReplicaSet, name: web-5d9c7, uid: web-5d9c7, controller: true}
  spec:
    runtimeClassName: kata
  status: {phase: Running}
kind: PodList
`;

describe('must-gather', () => {
  test('provides the owners of Kata pods, and the workloads without pods', async () => {
    const read = await readFiles([
      { path: 'must-gather/namespaces/shop/core/pods.yaml', text: pods },
      { path: 'must-gather/namespaces/shop/apps/deployments.yaml', text: deployments },
      { path: 'must-gather/namespaces/shop/core/events.yaml', text: 'kind: EventList\nitems: []\n' },
    ]);
    const { workloads = [], pods: found = [], marks, eventFiles } = read;
    const owners = { ...noPodOwners, workloads: new Map(workloads.map((one) => [one.uid, one])) };
    assert.deepEqual(
      groupByOwner(found, owners).owned.map((owned) => [owned.name, ownerState(owned), owned.pods.length]),
      [
        ['idle', 'Scaled to 0', 0],
        ['web', '0 of 2 ready', 1],
      ],
    );
    assert.equal(
      marks.get('deployments.apps/shop/idle')?.[0]?.file,
      'must-gather/namespaces/shop/apps/deployments.yaml',
    );
    assert.deepEqual([...(eventFiles ?? [])], [['shop', 'must-gather/namespaces/shop/core/events.yaml']]);
  });

  test('provides the related objects with good, bad, missing, and malformed conditions, without credentials', async () => {
    const read = await readFiles([
      operator(
        'machine-config',
        `
  - {type: Available, status: "True"}
  - {type: Degraded, status: "True", reason: SyncFailed, message: "pull failed, password=hunter2hunter2"}
  - {type: Degraded, status: "False"}`,
      ),
      operator('operator-lifecycle-manager', ' {Available: {status: "True"}, 7: [x], Degraded: null}'),
      operator('etcd', ' []'),
      {
        path: 'must-gather/cluster-scoped-resources/config.openshift.io/imagedigestmirrorsets.yaml',
        text: 'kind: List\nitems:\n- kind: ImageDigestMirrorSet\n  metadata: {name: mirror, uid: m}\n',
      },
      { path: 'must-gather/cluster-scoped-resources/config.openshift.io/imagetagmirrorsets/x.yaml', text: 'a: [' },
    ]);
    const related = read.related ?? [];
    assert.deepEqual(
      related.map(({ kind, name, conditions }) => [kind.kind, name, conditions.map(({ severity }) => severity)]),
      [
        ['ClusterOperator', 'machine-config', ['ok', 'warning', 'ok']],
        ['ClusterOperator', 'operator-lifecycle-manager', ['ok']],
        ['ImageDigestMirrorSet', 'mirror', []],
      ],
    );
    assert.doesNotMatch(JSON.stringify([related, [...read.marks]]), /hunter2/);
  });

  test('classifies the files by their path', () => {
    const kindsAt = (path: string): readonly string[] =>
      listTreeKinds(path).map(({ kind, of }) => `${kind} ${of.kind}`);
    assert.deepEqual(kindsAt('x/namespaces/shop/batch/cronjobs.yaml'), ['workload CronJob']);
    assert.deepEqual(kindsAt('x/namespaces/openshift-sandboxed-containers-operator/batch/jobs/a.yaml'), [
      'workload Job',
      'related Job',
    ]);
    assert.deepEqual(kindsAt('x/namespaces/shop/core/replicationcontrollers.yaml'), ['workload ReplicationController']);
    assert.deepEqual(kindsAt('x/cluster-scoped-resources/apps/deployments.yaml'), []);
    assert.deepEqual(kindsAt('x/namespaces/shop/shop.yaml'), []);
  });
});
