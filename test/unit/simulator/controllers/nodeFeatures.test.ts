/** Tests the rules, labels, and NodeFeatures of simulated Node Feature Discovery. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { kataWorkerConfig } from '#core/product/kataNodeRule.ts';
import * as names from '#simulator/controllers/framework/resourceNames.ts';
import type { ScenarioStep } from '#simulator/scenarios/engine/scenario.ts';
import { evaluateRule } from '#simulator/controllers/nodeFeatures/evaluateRule.ts';
import { getKubernetesVersion } from '#simulator/resources/kubernetesVersion.ts';
import { getList, getMap, getString, type KubeObject } from '#simulator/store/kubeObject.ts';
import type { ResourceName } from '#simulator/store/resourceName.ts';
import { stage } from '#test/support/cluster/controllersStage.ts';

test('simulated Node Feature Discovery labels only workers that can run Kata', () => {
  const cluster = stage({ name: 'two-workers' }, { nodesWithoutVirtualization: ['worker-1'] });
  const label = 'feature.node.kubernetes.io/runtime.kata';
  const eligible = (): readonly string[] =>
    cluster.client
      .list(names.nodes)
      .flatMap((node) => (node.metadata.labels?.[label] === 'true' ? [node.metadata.name] : []));
  const instance = (configData: string): ScenarioStep => ({
    resource: names.nodeFeatureDiscoveries,
    create: {
      apiVersion: 'nfd.openshift.io/v1',
      kind: 'NodeFeatureDiscovery',
      metadata: { name: 'nfd', namespace: 'openshift-nfd' },
      spec: { workerConfig: { configData } },
    },
  });
  cluster.play(instance('sources: {}'), { wait: 120_000 });
  assert.deepEqual(eligible(), []);
  const own = {
    resource: names.nodeFeatureDiscoveries,
    name: 'nfd',
    namespace: 'openshift-nfd',
  };
  const configure = (configData: string): void => {
    cluster.play({ patch: own, with: { spec: { workerConfig: { configData } } } }, { wait: 120_000 });
  };
  const rule = (rest: string): string => `sources: { custom: [{ name: kata, labels: { "${label}": "true" }${rest} }] }`;
  configure(kataWorkerConfig);
  assert.deepEqual(eligible(), ['worker-0']);
  configure(rule(', matchOn: [{ cpuId: [VMX] }]'));
  assert.deepEqual(eligible(), ['worker-0', 'worker-1'], 'a rule with labels and no conditions labels every node');
  configure(`sources: { custom: [{ name: "${label}", matchOn: [{ cpuId: [VMX] }] }] }`);
  assert.deepEqual(eligible(), [], 'OpenShift 4.15 and later ignore matchOn');
  configure('sources: {');
  assert.deepEqual(eligible(), []);
});

test('simulated Node Feature Discovery evaluates matchOn up to OpenShift 4.14, and rules of the group of its version', () => {
  const label = 'feature.node.kubernetes.io/runtime.kata';
  const old = stage({ name: 'openshift-4-14' });
  const eligible = ({ client }: typeof old): readonly string[] =>
    client.list(names.nodes).flatMap((node) => (node.metadata.labels?.[label] === 'true' ? [node.metadata.name] : []));
  assert.deepEqual(eligible(old), ['worker-0', 'worker-1']);
  assert.deepEqual(old.client.list(names.nodeFeatures['nfd.openshift.io']), []);

  const cluster = stage({ name: 'two-workers' }, { nodesWithoutVirtualization: ['worker-1'] });
  const create = (apiVersion: string, kind: string, resource: ResourceName, spec: unknown): ScenarioStep => ({
    resource,
    create: {
      apiVersion,
      kind,
      metadata: { name: 'kata', namespace: 'openshift-nfd' },
      spec,
    },
  });
  const rules = {
    rules: [
      {
        name: 'kata',
        labels: { [label]: 'true' },
        matchFeatures: [
          {
            feature: 'kernel.loadedmodule',
            matchExpressions: { kvm_intel: { op: 'Exists' } },
          },
        ],
      },
    ],
  };
  const { 'nfd.openshift.io': earlier, 'nfd.k8s-sigs.io': later } = names.nodeFeatureRules;
  cluster.play(
    create('nfd.openshift.io/v1', 'NodeFeatureDiscovery', names.nodeFeatureDiscoveries, {}),
    create('nfd.openshift.io/v1alpha1', 'NodeFeatureRule', earlier, rules),
    { wait: 120_000 },
  );
  assert.deepEqual(eligible(cluster), [], 'OpenShift 4.19 and later read only the other group');
  cluster.play(create('nfd.k8s-sigs.io/v1alpha1', 'NodeFeatureRule', later, rules), { wait: 120_000 });
  assert.deepEqual(eligible(cluster), ['worker-0']);
  for (const resource of [...Object.values(names.nodeFeatures), ...Object.values(names.nodeFeatureRules)])
    assert.equal(cluster.client.type(resource)?.namespaced, true, `${resource.plural}.${resource.group}`);
  const [first, second] = cluster.client.list(names.nodeFeatures['nfd.k8s-sigs.io']);
  const modules = (one: KubeObject | undefined): readonly string[] =>
    Object.keys(getMap(one, 'spec', 'features', 'flags', 'kernel.loadedmodule', 'elements') ?? {});
  assert.ok(modules(first).includes('kvm_intel'));
  assert.ok(!modules(second).includes('kvm_intel'));
  assert.equal(first?.metadata.labels?.['nfd.node.kubernetes.io/node-name'], 'worker-0');
});

test('simulated Node Feature Discovery evaluates names, patterns, numbers, and ranges', () => {
  const features = {
    flags: { 'cpu.cpuid': ['AVX', 'AVX2', 'VMX'] },
    attributes: { 'kernel.version': { major: '5', minor: '14', full: '5.14.0-570.el9' } },
  };
  const sets = (feature: string, conditions: Readonly<Record<string, unknown>>): boolean =>
    Object.keys(
      evaluateRule({ name: 'x', labels: { x: 'true' }, matchFeatures: [{ feature, ...conditions }] }, features, false),
    ).length > 0;
  const minor = (op: string, ...value: readonly string[]): boolean =>
    sets('kernel.version', { matchExpressions: { minor: { op, value } } });
  assert.deepEqual(
    [minor('Gt', '13'), minor('Gt', '14'), minor('Ge', '14'), minor('Lt', '15'), minor('Le', '13')],
    [true, false, true, true, false],
  );
  assert.deepEqual(
    [minor('GtLt', '13', '15'), minor('GtLt', '14', '15'), minor('GeLe', '14', '15'), minor('GtLt', '15', '13')],
    [true, false, true, false],
  );
  assert.deepEqual(
    [minor('Gt', '1', '2'), minor('Gt', 'x'), minor('Exists', '14'), minor('Exsts')],
    [false, false, false, false],
  );
  const full = (...value: readonly string[]): boolean =>
    sets('kernel.version', { matchExpressions: { full: { op: 'InRegexp', value } } });
  assert.deepEqual([full('^5\\.14', 'x'), full('^6'), full('('), full('^5', '(')], [true, false, false, false]);
  const named = (op: string, ...value: readonly string[]): boolean => sets('cpu.cpuid', { matchName: { op, value } });
  assert.deepEqual(
    [named('InRegexp', '^AVX'), named('In', 'VMX'), named('In', 'SVM'), named('Exists')],
    [true, true, false, true],
  );
  assert.equal(sets('CPU.CPUID', { matchExpressions: { VMX: { op: 'Exists' } } }), true, 'case is ignored');
  assert.equal(
    sets('cpu.cpuid', { matchExpressions: { VMX: { op: 'In', value: ['true'] } } }),
    false,
    'flags have no values',
  );
  assert.equal(sets('pci.device', {}), false, 'the node lacks the feature');
});

test('simulated workers have the hardware of their scenario', () => {
  const { client } = stage({ name: 'node-features' });
  const label = 'feature.node.kubernetes.io/runtime.kata';
  assert.deepEqual(
    client
      .list(names.nodes)
      .filter((node) => node.metadata.labels?.[label] === 'true')
      .map((node) => node.metadata.name),
    ['worker-0', 'worker-3'],
  );
  const labels = client.get(names.nodes, 'worker-3')?.metadata.labels ?? {};
  assert.equal(labels['feature.node.kubernetes.io/cpu-cpuid.SVM'], 'true');
  assert.equal(labels['feature.node.kubernetes.io/cpu-cpuid.SSE4'], undefined);
  assert.equal(labels['feature.node.kubernetes.io/cpu-model.vendor_id'], 'AMD');
});

test('the Kubernetes version and the catalog fit OpenShift 4.14', () => {
  const { client, play } = stage({ name: 'openshift-4-14' });
  play({ wait: 120_000 });
  assert.equal(getKubernetesVersion(client.get(names.clusterVersions, 'version')), '1.27.16');
  assert.equal(getString(client.get(names.nodes, 'worker-0'), 'status', 'nodeInfo', 'kubeletVersion'), 'v1.27.16');
  const shown = client.get(names.packageManifests, 'sandboxed-containers-operator', 'openshift-marketplace');
  assert.deepEqual(
    getList(shown, 'status', 'channels').map((channel) => getString(channel, 'currentCSV')),
    ['sandboxed-containers-operator.v1.5.0'],
  );
});
