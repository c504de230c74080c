/** Tests the managed fields that simulated controllers write, and the changes that the history derives from them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deriveFromManagedFields } from '#core/cluster/derivedHistory.ts';
import { emptyHistory, type Happening, type Transition } from '#core/cluster/history.ts';
import * as names from '#simulator/controllers/framework/resourceNames.ts';
import { createKataConfig, kataConfigObject, untilDone } from '#simulator/scenarios/engine/commonSteps.ts';
import { getValue, isJsonObject, type KubeObject } from '#simulator/store/kubeObject.ts';
import type { ResourceName } from '#simulator/store/resourceName.ts';
import { snapshotOf } from '#test/support/cluster/clusterObjects.ts';
import { stage, type TestCluster } from '#test/support/cluster/controllersStage.ts';

const until = (resource: ResourceName, name: string, path: string, is: string | boolean) =>
  ({ until: { resource, name, path, is } }) as const;
const cordoned = until(names.nodes, 'worker-1', 'spec.unschedulable', true);

function find({ client }: TestCluster, resource: ResourceName, name: string): KubeObject {
  return client.get(resource, name) ?? assert.fail(`no ${resource.plural} ${name}`);
}

/** Returns each manager with the time of its last write, such as `kubelet/status`. */
function timesOf({ metadata: { managedFields = [] } }: KubeObject): Readonly<Record<string, string | undefined>> {
  return Object.fromEntries(
    managedFields.map(({ manager, subresource, time }) => [
      subresource === undefined ? manager : `${manager}/${subresource}`,
      time,
    ]),
  );
}

/** Returns the names of the fields that a manager owns at a path. */
function fieldsAt(object: KubeObject, manager: string, ...path: readonly string[]): readonly string[] {
  const entry = object.metadata.managedFields?.find((each) => each.manager === manager);
  const fields = getValue(entry?.fieldsV1, ...path.map((name) => `f:${name}`));
  return isJsonObject(fields) ? Object.keys(fields).filter((name) => name !== '.') : [];
}

test('simulated controllers own the fields that they write on a node during an update', () => {
  const cluster = stage({ name: 'two-workers' });
  const created = timesOf(find(cluster, names.nodes, 'worker-1'));
  assert.deepEqual(Object.keys(created).toSorted(), [
    'kubelet',
    'kubelet/status',
    'machine-config-controller',
    'machine-config-daemon',
  ]);
  cluster.play(createKataConfig(), cordoned);
  const node = find(cluster, names.nodes, 'worker-1');
  const prefix = 'f:machineconfiguration.openshift.io/';
  assert.deepEqual(fieldsAt(node, 'machine-config-controller', 'spec'), ['f:unschedulable']);
  assert.deepEqual(fieldsAt(node, 'machine-config-controller', 'metadata', 'annotations'), [
    `${prefix}desiredConfig`,
    `${prefix}lastAppliedDrain`,
  ]);
  assert.deepEqual(fieldsAt(node, 'kube-controller-manager', 'spec'), ['f:taints']);
  assert.ok(fieldsAt(node, 'machine-config-daemon', 'metadata', 'annotations').includes(`${prefix}state`));
  assert.ok(fieldsAt(node, 'manager', 'metadata', 'labels').includes('f:node-role.kubernetes.io/kata-oc'));
  const times = timesOf(node);
  assert.equal(times['kubelet/status'], created['kubelet/status'], "the kubelet's status is older than the update");
  assert.notEqual(times['machine-config-daemon'], created['machine-config-daemon']);
});

test('simulated controllers update the time of their fields when only a value changes', () => {
  const cluster = stage({ name: 'two-workers' });
  cluster.play(createKataConfig(), cordoned);
  const during = find(cluster, names.nodes, 'worker-1');
  cluster.play(untilDone);
  const after = find(cluster, names.nodes, 'worker-1');
  const [before, now] = [during, after].map((node) =>
    fieldsAt(node, 'machine-config-daemon', 'metadata', 'annotations'),
  );
  assert.deepEqual(now, before, 'the daemon owns the same fields');
  assert.notEqual(timesOf(after)['machine-config-daemon'], timesOf(during)['machine-config-daemon']);
  assert.equal(timesOf(after)['kube-controller-manager'], undefined, 'the taint was removed');
  assert.deepEqual(fieldsAt(after, 'machine-config-controller', 'spec'), [], 'the node was uncordoned');
});

test('the history derives the states of nodes and the lists of the KataConfig from these fields', () => {
  const cluster = stage({ name: 'two-workers' });
  const from = cluster.clock.now();
  cluster.play(createKataConfig(), untilDone);
  const to = cluster.clock.now();
  const snapshot = snapshotOf({
    nodes: cluster.client.list(names.nodes),
    machineConfigPools: cluster.client.list(names.machineConfigPools),
    kataConfigs: [find(cluster, names.kataConfigs, kataConfigObject.name)],
  });
  const known = (name: string, what: Happening): Transition => ({ at: from - 1, about: 'node', name, what });
  const history = {
    ...emptyHistory,
    transitions: ['worker-0', 'worker-1'].flatMap((name) => [
      known(name, { kind: 'daemon', state: 'Working', reason: '' }),
      known(name, { kind: 'list', to: 'installing' }),
    ]),
  };
  const derived = deriveFromManagedFields(snapshot, history, { from, to });
  assert.deepEqual(
    derived.map(({ name, what, earliest }) => [name, what, earliest === from]),
    [
      ['worker-0', { kind: 'daemon', state: 'Done', reason: '' }, true],
      ['worker-1', { kind: 'daemon', state: 'Done', reason: '' }, true],
      ['worker-0', { kind: 'list', to: 'installed' }, true],
      ['worker-1', { kind: 'list', to: 'installed' }, true],
    ],
  );
  for (const { at } of derived) assert.ok(at > from && at <= to);
  const idle = { from: to, to: to + 60_000 };
  assert.deepEqual(deriveFromManagedFields(snapshot, history, idle), [], 'nothing was written in a later gap');
});

test('a user who pauses a pool owns only this field, so the time is exact', () => {
  const cluster = stage({ name: 'two-workers-installed' });
  const from = cluster.clock.now();
  cluster.pass(90_000);
  cluster.play({ patch: { resource: names.machineConfigPools, name: 'kata-oc' }, with: { spec: { paused: true } } });
  const at = Math.floor(cluster.clock.now() / 1000) * 1000;
  cluster.pass(90_000);
  const snapshot = snapshotOf({ machineConfigPools: cluster.client.list(names.machineConfigPools) });
  const derived = deriveFromManagedFields(snapshot, emptyHistory, { from, to: cluster.clock.now() });
  assert.deepEqual(derived, [
    { at, derived: 'managedFields', about: 'pool', name: 'kata-oc', what: { kind: 'pool', is: 'paused' } },
  ]);
});
