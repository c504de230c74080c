import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { parse } from 'yaml';
import * as names from '#simulator/controllers/framework/resourceNames.ts';
import { kataConfigCrd } from '#simulator/controllers/olm/bundle.ts';
import { scenarios } from '#simulator/scenarios/index.ts';
import { getList, getMap, getNumber, isSameJson, getString, getValue } from '#simulator/store/kubeObject.ts';
import { stage } from '#test/support/cluster/controllersStage.ts';

const operator = 'openshift-sandboxed-containers-operator';
const small = scenarios.filter(({ name }) => !name.startsWith('nodes-'));

test('scenarios are complete and have one-line summaries', () => {
  assert.deepEqual(
    scenarios
      .map(({ name }) => name)
      .filter((name) => !/^(?:install|update|uninstall)-/.test(name) || name === 'uninstall-blocked-by-pods'),
    [
      'two-workers',
      'two-workers-installed',
      'peer-pods',
      'converged-3-nodes',
      'worker-fails-and-recovers',
      'uninstall-blocked-by-pods',
      'image-job-fails',
      'sandboxes-fail',
      'pod-logs',
      'kata-workloads',
      'platform-problems',
      'related-objects',
      'operator-missing',
      'no-permission',
      'manual-approval',
      'nodes-250',
      'nodes-5000',
      'nodes-250-pods-20000',
      'aws',
      'azure',
      'gcp',
      'ibmcloud',
      'libvirt',
      'openshift-4-14',
      'node-features',
      'fips',
      'gpu-nodes',
      'full-nodes',
      'peer-pods-fail',
      'metrics-missing',
      'trustee',
      'hosted-daemonset',
      'hosted-daemonset-fails',
      'hosted-daemonset-reboot',
      'olm-v1-techpreview',
      'olm-v1-missing-right',
      'runtimeclass-finalizer',
    ],
  );
  for (const { name, summary } of scenarios) assert.match(summary, /^[^\n]{30,160}$/, name);
});

for (const { name, steps } of small) {
  test(`scenario ${name} plays all its steps`, () => {
    const { play, client } = stage({ name });
    play(...steps);
    assert.ok(client.list(names.nodes).length >= 3);
  });
}

for (const name of ['two-workers', 'converged-3-nodes']) {
  test(`scenario ${name} leaves only the expected resources`, () => {
    const { play, client } = stage({ name });
    const before = {
      nodes: client.list(names.nodes).map(({ metadata }) => metadata.labels),
      pools: client.list(names.machineConfigPools).map(({ metadata }) => metadata.name),
    };
    play(...(scenarios.find((each) => each.name === name)?.steps ?? []), { wait: 60_000 });
    assert.deepEqual(client.list(names.runtimeClasses), []);
    assert.deepEqual(client.list(names.daemonSets, operator), []);
    assert.deepEqual(client.list(names.sccs), []);
    assert.deepEqual(
      client.list(names.machineConfigs).filter(({ metadata }) => /^(?:50-|rendered-kata)/.test(metadata.name)),
      [],
    );
    assert.deepEqual(
      {
        nodes: client.list(names.nodes).map(({ metadata }) => metadata.labels),
        pools: client.list(names.machineConfigPools).map(({ metadata }) => metadata.name),
      },
      before,
    );
    assert.equal(
      getNumber(client.get(names.deployments, 'controller-manager', operator), 'status', 'availableReplicas'),
      1,
      'the operator stays',
    );
  });
}

test('scenario two-workers-installed has the runtime class, monitor, and pool on both worker nodes', () => {
  const { client } = stage({ name: 'two-workers-installed' });
  const runtimeClass = client.get(names.runtimeClasses, 'kata');
  assert.deepEqual(getMap(runtimeClass, 'overhead', 'podFixed'), { cpu: '250m', memory: '350Mi' });
  assert.deepEqual(getMap(runtimeClass, 'scheduling', 'nodeSelector'), { 'node-role.kubernetes.io/kata-oc': '' });
  assert.equal(
    getNumber(
      client.get(names.daemonSets, 'openshift-sandboxed-containers-monitor', operator),
      'status',
      'numberReady',
    ),
    2,
  );
  assert.equal(getNumber(client.get(names.machineConfigPools, 'kata-oc'), 'status', 'updatedMachineCount'), 2);
  assert.equal(getNumber(client.get(names.machineConfigPools, 'worker'), 'status', 'machineCount'), 0);
  const [config] = getList(
    client.get(names.machineConfigs, '50-enable-sandboxed-containers-extension'),
    'spec',
    'extensions',
  );
  assert.equal(config, 'sandboxed-containers');
});

test('scenario operator-missing has a package to install but no KataConfig CRD', () => {
  const { client } = stage({ name: 'operator-missing' });
  assert.equal(client.has(names.kataConfigs), false);
  assert.equal(client.get(names.namespaces, operator), undefined);
  const shown = client.get(names.packageManifests, 'sandboxed-containers-operator', 'openshift-marketplace');
  assert.equal(getString(shown, 'status', 'defaultChannel'), 'stable');
  assert.equal(
    getString(
      client.get(names.catalogSources, 'redhat-operators', 'openshift-marketplace'),
      'status',
      'connectionState',
      'lastObservedState',
    ),
    'READY',
  );
});

test('scenario manual-approval has an install plan that requires approval', () => {
  const { client } = stage({ name: 'manual-approval' });
  const [plan, ...others] = client.list(names.installPlans, operator);
  assert.deepEqual(others, []);
  assert.equal(getString(plan, 'status', 'phase'), 'RequiresApproval');
  assert.equal(getValue(plan, 'spec', 'approved'), false);
  assert.deepEqual(client.list(names.csvs, operator), []);
});

for (const count of [250, 5000]) {
  test(`scenario nodes-${count} has all nodes and installs Kata on one after another`, () => {
    const { client, play, statuses, store } = stage({ name: `nodes-${count}` });
    assert.equal(client.list(names.nodes).length, count);
    play(...(scenarios.find(({ name }) => name === `nodes-${count}`)?.steps ?? []));
    const last = statuses.at(-1);
    assert.equal(last?.kataNodes['nodeCount'], count - 3);
    assert.equal(last.kataNodes['readyNodeCount'], 10);
    assert.equal(getList(last.kataNodes, 'installing').length, 1);
    assert.equal(getList(last.kataNodes, 'waitingToInstall').length, count - 3 - 11);
    assert.ok(store.resourceVersion < 2 * count + 1000, `${store.resourceVersion} writes`);
  });
}

test('KataConfig CRD of the simulator matches schemas/sources', () => {
  const source: unknown = parse(
    readFileSync(new URL('../../../../schemas/sources/kataconfig.crd.yaml', import.meta.url), 'utf8'),
  );
  const schemaIn = (crd: unknown): unknown => getValue(getList(crd, 'spec', 'versions')[0], 'schema');
  assert.deepEqual(sorted(schemaIn(kataConfigCrd)), sorted(schemaIn(source)));
  assert.ok(isSameJson(getValue(kataConfigCrd, 'spec', 'names'), getValue(source, 'spec', 'names')));
});

/** Sorts the keys, because their order differs between the sources. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, item]) => [key, sorted(item)]),
  );
}
