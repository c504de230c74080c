import assert from 'node:assert/strict';
import { test } from 'node:test';
import { machineConfigNamespace } from '#core/product/namespaces.ts';
import { maxUnavailable } from '#simulator/controllers/machineConfig/poolController.ts';
import { readNodeConfig } from '#simulator/controllers/nodes/nodeAnnotations.ts';
import * as names from '#simulator/controllers/framework/resourceNames.ts';
import type { ScenarioStep } from '#simulator/scenarios/engine/scenario.ts';
import { getList, getString, getValue, type KubeObject } from '#simulator/store/kubeObject.ts';
import { stage, type TestCluster } from '#test/support/cluster/controllersStage.ts';

const minutes = 60_000;
const worker = { resource: names.machineConfigPools, name: 'worker' };

function machineConfig(name: string): ScenarioStep {
  const metadata = { name, labels: { 'machineconfiguration.openshift.io/role': 'worker' } };
  return {
    resource: names.machineConfigs,
    create: {
      apiVersion: 'machineconfiguration.openshift.io/v1',
      kind: 'MachineConfig',
      metadata,
      spec: { kernelArguments: [name] },
    },
  };
}

const conditionOf = ({ client }: TestCluster, type: string): string => {
  const found = getList(client.get(names.machineConfigPools, 'worker'), 'status', 'conditions').find(
    (condition) => getString(condition, 'type') === type,
  );
  return `${getString(found, 'status') ?? ''} ${getString(found, 'message') ?? ''}`.trim();
};

const node = ({ client }: TestCluster, name: string): KubeObject => {
  const found = client.get(names.nodes, name);
  assert.ok(found);
  return found;
};

const until = (path: string, is: string | number): ScenarioStep => ({ until: { ...worker, path, is } });

test('simulated pool cordons, drains, and reboots one node at a time, oldest first', () => {
  const cluster = stage({ name: 'operator-missing' });
  const seen: string[] = [];
  let most = 0;
  const watching = cluster.store.watch(names.nodes, undefined, ({ object }) => {
    const ready = getList(object, 'status', 'conditions').find((condition) => getString(condition, 'type') === 'Ready');
    const word = `${object.metadata.name} ${readNodeConfig(object).state} ${getString(ready, 'status') ?? ''}${getValue(object, 'spec', 'unschedulable') === true ? ' cordoned' : ''}`;
    if (seen.at(-1) !== word) seen.push(word);
    most = Math.max(
      most,
      cluster.client.list(names.nodes).filter((each) => readNodeConfig(each).state !== 'Done').length,
    );
  });
  assert.ok(watching.ok);
  cluster.play(
    machineConfig('60-more'),
    until('status.conditions.Updating.status', 'True'),
    until('status.conditions.Updated.status', 'True'),
  );
  const steps = (name: string): readonly string[] =>
    [
      'Done True',
      'Working True',
      'Working True cordoned',
      'Working Unknown cordoned',
      'Working True cordoned',
      'Working True',
      'Done True',
    ].map((step) => `${name} ${step}`);
  assert.deepEqual(seen, [...steps('worker-1'), ...steps('worker-0')]);
  assert.equal(most, 1);
  const target =
    getString(cluster.client.get(names.machineConfigPools, 'worker'), 'spec', 'configuration', 'name') ?? '';
  assert.equal(conditionOf(cluster, 'Updated'), `True All nodes are updated with MachineConfig ${target}`);
  assert.deepEqual(getList(cluster.client.get(names.machineConfigs, target), 'spec', 'kernelArguments'), ['60-more']);
});

test('simulated pool renders a configuration but updates no node while paused', () => {
  const cluster = stage({ name: 'operator-missing' });
  cluster.play({ patch: worker, with: { spec: { paused: true } } }, machineConfig('60-more'), { wait: 30 * minutes });
  const target =
    getString(cluster.client.get(names.machineConfigPools, 'worker'), 'spec', 'configuration', 'name') ?? '';
  assert.equal(conditionOf(cluster, 'Updating'), `False Pool is paused; will not update to MachineConfig ${target}`);
  assert.notEqual(readNodeConfig(node(cluster, 'worker-0')).desired, target);
  cluster.play({ patch: worker, with: { spec: { paused: false } } }, until('status.conditions.Updated.status', 'True'));
});

test('simulated pool respects maxUnavailable as a number and as a percentage', () => {
  const cluster = stage({ name: 'nodes-250' });
  cluster.play({ patch: worker, with: { spec: { maxUnavailable: '10%' } } }, machineConfig('60-more'), {
    wait: minutes,
  });
  assert.equal(cluster.client.list(names.nodes).filter((each) => readNodeConfig(each).state === 'Working').length, 24);
  const pool = { ...node(cluster, 'worker-000'), spec: { maxUnavailable: '50%' } };
  assert.deepEqual(
    [4, 5, 1, 0].map((size) => maxUnavailable(pool, size)),
    [2, 2, 1, 1],
  );
  assert.equal(maxUnavailable({ ...pool, spec: {} }, 100), 1);
  assert.equal(maxUnavailable({ ...pool, spec: { maxUnavailable: 0 } }, 100), 1);
});

test('simulated node is degraded after a drain is blocked for an hour and recovers later', () => {
  const cluster = stage({ name: 'operator-missing' });
  const labels = { app: 'stubborn' };
  const budget = { resource: names.podDisruptionBudgets, name: 'stubborn', namespace: 'default' };
  cluster.play(
    {
      resource: names.deployments,
      create: {
        apiVersion: 'apps/v1',
        kind: 'Deployment',
        metadata: { name: 'stubborn', namespace: 'default' },
        spec: {
          replicas: 2,
          selector: { matchLabels: labels },
          template: { metadata: { labels }, spec: { containers: [{ name: 'c', image: 'i' }] } },
        },
      },
    },
    {
      resource: names.podDisruptionBudgets,
      create: {
        apiVersion: 'policy/v1',
        kind: 'PodDisruptionBudget',
        metadata: { name: 'stubborn', namespace: 'default' },
        spec: { minAvailable: 2, selector: { matchLabels: labels } },
      },
    },
    { wait: minutes },
    machineConfig('60-more'),
    { wait: 50 * minutes },
  );
  assert.equal(
    getValue(cluster.client.get(names.podDisruptionBudgets, 'stubborn', 'default'), 'status', 'disruptionsAllowed'),
    0,
  );
  assert.equal(readNodeConfig(node(cluster, 'worker-1')).state, 'Working');
  cluster.play({ wait: 20 * minutes });
  const { state, reason } = readNodeConfig(node(cluster, 'worker-1'));
  assert.equal(state, 'Degraded');
  assert.equal(
    reason,
    'failed to drain node: worker-1 after 1 hour. Please see machine-config-controller logs for more information',
  );
  assert.match(conditionOf(cluster, 'Degraded'), /^True Node worker-1 is reporting: "failed to drain node/);
  assert.equal(getValue(cluster.client.get(names.machineConfigPools, 'worker'), 'status', 'degradedMachineCount'), 1);
  const blocked = controllerLog(cluster);
  assert.match(blocked, /node worker-1: cordoning$/m);
  assert.match(blocked, /^I\d{4} [\d:.]+ +1 drain_controller\.go:\d+\] node worker-1: initiating drain$/m);
  assert.match(
    blocked,
    /^E.* error when evicting pods\/"stubborn-\S+" -n "default" \(will retry after 5s\): Cannot evict pod as it would violate the pod's disruption budget\.$/m,
  );
  assert.doesNotMatch(blocked, /operation successful/);
  cluster.play({ delete: budget }, until('status.conditions.Updated.status', 'True'));
  assert.equal(conditionOf(cluster, 'Degraded'), 'False');
  const log = controllerLog(cluster);
  assert.match(log, /node worker-1: Evicted pod default\/stubborn-/);
  assert.match(log, /node worker-1: operation successful; applying completion annotation/);
});

function controllerLog(cluster: TestCluster): string {
  return cluster.logOf(machineConfigNamespace, 'machine-config-controller-');
}

test('simulated pods of the Machine Config Operator run on the nodes of a small cluster, and not on a hosted one', () => {
  const cluster = stage({ name: 'two-workers' });
  const running = cluster.client
    .list(names.pods, machineConfigNamespace)
    .map(
      (pod) => `${pod.metadata.labels?.['k8s-app'] ?? ''} ${getString(pod, 'spec', 'nodeName') ?? ''}`.split('-0')[0],
    );
  assert.equal(running.filter((one) => one?.startsWith('machine-config-controller master')).length, 1);
  assert.equal(running.filter((one) => one?.startsWith('machine-config-server master')).length, 3);
  assert.equal(running.filter((one) => one?.startsWith('machine-config-daemon ')).length, 5);
  assert.match(controllerLog(cluster), /Starting MachineConfigController-DrainController/);
  assert.match(cluster.logOf(machineConfigNamespace, 'machine-config-server-'), /Launching server on :22623/);
  const large = stage({ name: 'nodes-250' });
  assert.equal(large.client.list(names.pods, machineConfigNamespace).length, 1);
});
