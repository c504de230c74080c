/** Tests the cluster data that lookups require: infrastructure, machines, versions, endpoints, and VMs. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openShiftFit, findOpenShiftSupport } from '#core/product/openShiftSupport.ts';
import { isConditionTrue } from '#simulator/controllers/framework/conditions.ts';
import * as names from '#simulator/controllers/framework/resourceNames.ts';
import { scenarios } from '#simulator/scenarios/index.ts';
import { createPlatform } from '#simulator/scenarios/initialObjects/platform.ts';
import type { Scenario } from '#simulator/scenarios/engine/scenario.ts';
import { virtualMachineInstances } from '#simulator/scenarios/initialObjects/virtualization.ts';
import { getList, getMap, getNumber, getString, getValue } from '#simulator/store/kubeObject.ts';
import { stage } from '#test/support/cluster/controllersStage.ts';

const operator = 'openshift-sandboxed-containers-operator';
const expected = {
  aws: {
    status: { type: 'AWS', aws: { region: 'us-east-2' } },
    provider: /^aws:\/\/\/us-east-2a\/i-0[0-9a-f]{16}$/,
    kind: 'AWSMachineProviderConfig',
    zone: 'us-east-2a',
  },
  azure: {
    status: {
      type: 'Azure',
      azure: {
        cloudName: 'AzurePublicCloud',
        resourceGroupName: 'demo-x7k2p-rg',
        networkResourceGroupName: 'demo-x7k2p-rg',
      },
    },
    provider:
      /^azure:\/\/\/subscriptions\/[0-9a-f-]{36}\/resourceGroups\/demo-x7k2p-rg\/providers\/Microsoft\.Compute\/virtualMachines\/worker-0$/,
    kind: 'AzureMachineProviderSpec',
    zone: 'eastus-1',
  },
  gcp: {
    status: { type: 'GCP', gcp: { projectID: 'demo-project-4711', region: 'us-central1' } },
    provider: /^gce:\/\/demo-project-4711\/us-central1-a\/worker-0$/,
    kind: 'GCPMachineProviderSpec',
    zone: 'us-central1-a',
  },
} as const;

for (const [name, { status, provider, kind, zone }] of Object.entries(expected)) {
  test(`simulated ${name} cluster names its cloud provider in infrastructure, nodes, and MachineSets`, () => {
    const { client } = stage({ name });
    assert.deepEqual(getValue(client.get(names.infrastructures, 'cluster'), 'status', 'platformStatus'), status);
    const node = client.get(names.nodes, 'worker-0');
    assert.match(getString(node, 'spec', 'providerID') ?? '', provider);
    assert.equal(node?.metadata.labels?.['topology.kubernetes.io/zone'], zone);
    assert.match(getString(node, 'status', 'nodeInfo', 'osImage') ?? '', /CoreOS/);
    const sets = client.list(names.machineSets, 'openshift-machine-api');
    assert.deepEqual(
      sets.map((set) => getNumber(set, 'spec', 'replicas')),
      [2, 0, 0],
    );
    assert.equal(getString(sets[0], 'spec', 'template', 'spec', 'providerSpec', 'value', 'kind'), kind);
  });
}

test('simulated bare metal cluster has no MachineSets and enabled catalogs', () => {
  const { client } = stage({ name: 'two-workers' });
  assert.deepEqual(client.list(names.machineSets), []);
  assert.deepEqual(getValue(client.get(names.infrastructures, 'cluster'), 'status', 'platformStatus'), {
    type: 'BareMetal',
  });
  assert.deepEqual(getValue(client.get(names.operatorHubs, 'cluster'), 'spec'), {});
  assert.deepEqual(
    getList(client.get(names.clusterVersions, 'version'), 'status', 'history').map((each) =>
      getString(each, 'version'),
    ),
    ['4.21.9', '4.20.11'],
  );
});

test('simulated OpenShift version is supported by OSC 1.12, except in some scenarios', () => {
  const support = findOpenShiftSupport('1.12');
  assert.ok(support !== undefined);
  const versionOf = ({ objects }: Scenario): string | undefined => {
    const seed = objects(0).find(({ resource }) => resource === names.clusterVersions);
    return getString(seed?.object, 'status', 'desired', 'version');
  };
  const unsupported = scenarios.filter((scenario) => openShiftFit(versionOf(scenario) ?? '', support) !== 'listed');
  assert.deepEqual(
    unsupported.map((scenario) => [scenario.name, versionOf(scenario)]),
    [
      ['openshift-4-14', '4.14.40'],
      ['update-waits', '4.21.3'],
      ['update-skips', '4.22.1'],
    ],
  );
});

test('simulated OpenShift is updated to the desired version', () => {
  const { client, play } = stage({ name: 'update-waits' });
  const seen = (): readonly unknown[] => {
    const version = client.get(names.clusterVersions, 'version');
    const [first] = getList(version, 'status', 'history');
    return [
      getString(version, 'status', 'desired', 'version'),
      getString(first, 'state'),
      isConditionTrue(version, 'Progressing'),
    ];
  };
  const before = seen();
  assert.deepEqual(before, ['4.21.3', 'Completed', false]);
  const available = getList(client.get(names.clusterVersions, 'version'), 'status', 'availableUpdates');
  assert.equal(getString(available[0], 'version'), '4.21.9');
  play(
    {
      patch: { resource: names.clusterVersions, name: 'version' },
      with: { spec: { desiredUpdate: { version: '4.21.9' } } },
    },
    { wait: 60_000 },
  );
  assert.deepEqual(seen(), ['4.21.9', 'Partial', true]);
  play({ wait: 60 * 60_000 });
  assert.deepEqual(seen(), ['4.21.9', 'Completed', false]);
  assert.equal(getList(client.get(names.clusterVersions, 'version'), 'status', 'history').length, 3);
});

test('simulated hosted control plane has no machine config pools', () => {
  const { client } = stage({
    name: 'operator-missing',
    objects: (now) => createPlatform({ workers: 2, platform: 'AWS', controlPlane: 'External' }, now),
  });
  assert.equal(getString(client.get(names.infrastructures, 'cluster'), 'status', 'controlPlaneTopology'), 'External');
  assert.deepEqual(client.list(names.machineConfigPools), []);
});

test('simulated OperatorHub reports disabled catalogs and offers no package', () => {
  const { client } = stage({
    name: 'operator-missing',
    objects: (now) => createPlatform({ workers: 2, platform: 'BareMetal', catalogues: false }, now),
  });
  assert.equal(getValue(client.get(names.operatorHubs, 'cluster'), 'spec', 'disableAllDefaultSources'), true);
  assert.deepEqual(client.list(names.packageManifests), []);
});

test('simulated webhook has ready endpoints while the operator is running', () => {
  const { client, play } = stage({ name: 'two-workers' });
  const ready = (): readonly unknown[] =>
    client
      .list(names.endpointSlices, operator)
      .filter((slice) => slice.metadata.labels?.['kubernetes.io/service-name'] === 'controller-manager-service')
      .flatMap((slice) => getList(slice, 'endpoints').map((endpoint) => getValue(endpoint, 'conditions', 'ready')));
  assert.deepEqual(ready(), [true]);
  play(
    {
      patch: { resource: names.deployments, name: 'controller-manager', namespace: operator },
      with: { spec: { replicas: 0 } },
    },
    { wait: 60_000 },
  );
  assert.deepEqual(ready(), []);
  assert.equal(client.list(names.endpointSlices, operator).length, 1, 'the slice stays, and is empty');
});

test("simulated virtualization includes a VM that can't be live-migrated", () => {
  const shape = { workers: 2, platform: 'BareMetal', virtualization: true } as const;
  const { client } = stage({ name: 'two-workers', objects: (now) => createPlatform(shape, now) });
  const machines = client.list(virtualMachineInstances);
  assert.deepEqual(
    machines.map((machine) => [
      machine.metadata.name,
      getString(machine, 'status', 'nodeName'),
      getString(
        getList(machine, 'status', 'conditions').find((condition) => getString(condition, 'type') === 'LiveMigratable'),
        'status',
      ),
    ]),
    [
      ['moves', 'worker-1', 'True'],
      ['stays', 'worker-1', 'False'],
    ],
  );
  assert.equal(
    stage({ name: 'two-workers' }).client.has(virtualMachineInstances),
    false,
    'others do not know the kind',
  );
});

test('simulated package lists its channels with the latest CSV', () => {
  const { client } = stage({ name: 'operator-missing' });
  const shown = client.get(names.packageManifests, 'sandboxed-containers-operator', 'openshift-marketplace');
  const [channel] = getList(shown, 'status', 'channels');
  assert.equal(getString(channel, 'currentCSV'), 'sandboxed-containers-operator.v1.12.0');
  assert.equal(getString(channel, 'currentCSVDesc', 'version'), '1.12.0');
  assert.equal(getMap(channel, 'currentCSVDesc')['minKubeVersion'], '1.28.0');
});

test('simulated OpenShift creates CA bundles, service accounts and their Secrets in every namespace', () => {
  const { client, pass } = stage({ name: 'two-workers' });
  const made = client.create(names.namespaces, { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop' } });
  assert.ok(made.ok);
  pass(60_000);
  for (const namespace of [operator, 'shop']) {
    const of = (resource: (typeof names)['configMaps']): readonly string[] =>
      client
        .list(resource, namespace)
        .map(({ metadata }) => metadata.name)
        .filter((name) => /^(?:kube-root|openshift-service|default|builder|deployer)/.test(name));
    assert.deepEqual(of(names.configMaps), ['kube-root-ca.crt', 'openshift-service-ca.crt']);
    assert.deepEqual(of(names.serviceAccounts), ['builder', 'default', 'deployer']);
    assert.deepEqual(
      of(names.secrets).map((name) => name.replace(/[^-]+$/, '')),
      ['builder-dockercfg-', 'default-dockercfg-', 'deployer-dockercfg-'],
    );
  }
});
