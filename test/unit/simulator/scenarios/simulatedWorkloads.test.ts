/** Tests how simulated workloads and peer pod limits react to changes. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as names from '#simulator/controllers/framework/resourceNames.ts';
import { createKataConfig, untilDone } from '#simulator/scenarios/engine/commonSteps.ts';
import { getNumber, getValue, type KubeObject } from '#simulator/store/kubeObject.ts';
import { stage } from '#test/support/cluster/controllersStage.ts';

const operator = 'openshift-sandboxed-containers-operator';

test('blocking workload recreates its pods until it is scaled down', () => {
  const cluster = stage({ name: 'uninstall-blocked-by-pods' });
  const { client } = cluster;
  const pods = (): readonly string[] => client.list(names.pods, 'payments').map(({ metadata }) => metadata.name);
  const [deleted = ''] = pods();
  cluster.play({ delete: { resource: names.pods, name: deleted, namespace: 'payments' } }, { wait: 60_000 });
  assert.equal(pods().length, 2);
  assert.ok(!pods().includes(deleted));
  cluster.play(
    {
      patch: { resource: names.deployments, name: 'payments', namespace: 'payments' },
      with: { spec: { replicas: 0 } },
    },
    { wait: 60_000 },
  );
  assert.deepEqual(pods(), []);
});

test('simulated DaemonSet replaces its pods one at a time when its template changes', () => {
  const cluster = stage({ name: 'two-workers-installed' });
  const monitor = { resource: names.daemonSets, name: 'openshift-sandboxed-containers-monitor', namespace: operator };
  const read = (): KubeObject | undefined => cluster.client.get(monitor.resource, monitor.name, monitor.namespace);
  let least = 2;
  const watching = cluster.store.watch(names.daemonSets, undefined, ({ object }) => {
    least = Math.min(least, getNumber(object, 'status', 'numberReady') ?? 0);
  });
  assert.ok(watching.ok);
  cluster.play(
    { patch: monitor, with: { spec: { template: { metadata: { annotations: { reboot: 'now' } } } } } },
    { wait: 1_000 },
  );
  assert.ok((getNumber(read(), 'status', 'updatedNumberScheduled') ?? 0) < 2);
  assert.equal(getNumber(read(), 'status', 'numberUnavailable'), 1);
  cluster.play({ wait: 60_000 });
  assert.equal(getNumber(read(), 'status', 'updatedNumberScheduled'), 2);
  assert.equal(getNumber(read(), 'status', 'numberReady'), 2);
  // An API server omits this count if it's 0, and scripts wait for that.
  assert.equal(getValue(read(), 'status', 'numberUnavailable'), undefined);
  assert.equal(least, 1, 'one at a time');
});

test('simulated peer pod limit changes when cloud-api-adaptor restarts', () => {
  const cluster = stage({ name: 'peer-pods' });
  cluster.play(createKataConfig({ enablePeerPods: true }), untilDone, { wait: 60_000 });
  const slots = (): unknown =>
    getValue(cluster.client.get(names.nodes, 'worker-0'), 'status', 'allocatable', 'kata.peerpods.io/vm');
  assert.equal(slots(), '10');
  const settings = { resource: names.configMaps, name: 'peer-pods-cm', namespace: operator };
  cluster.play({ patch: settings, with: { data: { PEERPODS_LIMIT_PER_NODE: '3' } } }, { wait: 60_000 });
  assert.equal(slots(), '10');
  const adaptor = { resource: names.daemonSets, name: 'osc-caa-ds', namespace: operator };
  cluster.play(
    { patch: adaptor, with: { spec: { template: { metadata: { annotations: { restarted: 'now' } } } } } },
    { wait: 60_000 },
  );
  assert.equal(slots(), '3');
});
