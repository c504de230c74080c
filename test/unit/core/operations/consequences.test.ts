/** Tests the warnings before nodes reboot. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { describeRebootConsequences } from '#core/operations/rebootConsequences.ts';
import { documentedInstallOptions, createInstallManifests } from '#core/operations/changes/installManifests.ts';
import { install } from '#core/operations/procedures/install.ts';
import { uninstall } from '#core/operations/procedures/uninstall.ts';
import { findTopOwners } from '#core/operations/lookups/topOwner.ts';
import type { ClusterHistory } from '#core/cluster/history.ts';
import type { WatchedKindId } from '#core/cluster/watchedKinds/index.ts';
import {
  kataConfig,
  manager,
  pool,
  pools,
  snapshotOf,
  worker,
  type Raw,
} from '#test/support/cluster/clusterObjects.ts';
import { writtenReader } from '#test/support/operations/lookupReaders.ts';
import { situationWith } from '#test/support/operations/procedureStage.ts';

const master = { 'node-role.kubernetes.io/master': '' };
const plain = (name: string, labels: Raw = {}): Raw => worker(name, { labels });
const said = (
  nodes: readonly Raw[],
  known?: readonly WatchedKindId[],
  objects: { readonly machineConfigPools: readonly Raw[] } = { machineConfigPools: pools },
) =>
  describeRebootConsequences(
    situationWith(snapshotOf({ nodes, ...objects }, known)),
    ['a', 'b'].slice(0, nodes.length),
    'install',
  ).join(' ');

test("reboot warning omits the number of concurrent reboots when pools can't be read", () => {
  const hidden = said([plain('a'), plain('b')], ['nodes']);
  assert.match(hidden, /2 nodes are drained and rebooted: a and b\./);
  assert.match(hidden, /Can't determine whether machine config pools are paused or degraded/);
  assert.doesNotMatch(hidden, /rebooted, (?:one|up to \d+) at a time/);
  const seen = said([plain('a'), plain('b')]);
  assert.match(seen, /rebooted, one at a time: a and b\./);
  assert.doesNotMatch(seen, /Can't determine/);
});

const minute = 60_000;

/** Returns the warning before an install on these nodes, after 4 nodes took 10 to 20 minutes. */
function estimated(
  nodes: readonly Raw[],
  machineConfigPools: readonly Raw[] | undefined,
  names: readonly string[],
  leaving: readonly string[] = [],
): string {
  const transitions = [10, 15, 12, 20].flatMap((minutes, index): ClusterHistory['transitions'] => {
    const [at, name] = [index * 60 * minute, `z${index}`];
    return [
      { at, about: 'node', name, what: { kind: 'list', to: 'installing' } },
      { at: at + minutes * minute, about: 'node', name, what: { kind: 'list', from: 'installing', to: 'installed' } },
    ];
  });
  const snapshot =
    machineConfigPools === undefined ? snapshotOf({ nodes }, ['nodes']) : snapshotOf({ nodes, machineConfigPools });
  const situation = { ...situationWith(snapshot), history: { transitions, forgotten: 0 } };
  return describeRebootConsequences(situation, names, 'install', leaving).join(' ');
}

describe('estimated duration of reboots', () => {
  const nine = 'abcdefghi'.split('');
  const kata = (spec: Raw, name = 'kata-oc'): Raw => pool(name, 'rendered-1', spec, []);

  test('is the number of rounds times the time per node', () => {
    assert.match(
      estimated(
        nine.map((name) => worker(name)),
        [kata({ maxUnavailable: 3 })],
        nine,
      ),
      /^9 nodes are drained and rebooted, up to 3 at a time\. Estimated duration: 30 to 60 min, based on 4 nodes of this cluster\. Nodes: a, b, /,
    );
    const eight = nine.slice(0, 8);
    assert.match(
      estimated(
        eight.map((name) => worker(name)),
        [kata({ maxUnavailable: '40%' })],
        eight,
      ),
      /up to 3 at a time\. Estimated duration: 30 to 60 min, /,
    );
    assert.match(
      estimated([worker('a')], [kata({})], ['a']),
      /^Node a is drained and rebooted\. Estimated duration: 10 to 20 min, based on/,
    );
  });

  test('is longer if nodes are already unavailable or degraded, and unknown if no node can be updated', () => {
    const nodes = nine.map((name) =>
      worker(name, name === 'a' ? { ready: 'False' } : name === 'b' ? { state: 'Degraded' } : {}),
    );
    assert.match(
      estimated(nodes, [kata({ maxUnavailable: 3 })], nine),
      /, one at a time\. Estimated duration: 1 h 30 min to 3 h, /,
    );
    assert.doesNotMatch(estimated(nodes, [kata({ maxUnavailable: 3 })], nine), /can't continue/);
    const blocked = estimated(nodes, [kata({ maxUnavailable: 2 })], nine);
    assert.match(blocked, /^9 nodes are drained and rebooted: a, /);
    assert.match(blocked, /can't be estimated because these nodes of pool kata-oc are already unavailable: a and b\./);
    assert.doesNotMatch(blocked, / min/);
  });

  test('is that of the slowest pool, because pools are updated in parallel', () => {
    const nodes = nine.map((name) => worker(name));
    const both = [kata({ maxUnavailable: 1 }), kata({ maxUnavailable: 3 }, 'worker')];
    assert.match(
      estimated(nodes, both, nine, nine.slice(3)),
      /, up to 4 at a time\. Estimated duration: 30 to 60 min, /,
    );
  });

  test('is unknown if the configuration of a pool is degraded', () => {
    const conditions = [{ type: 'RenderDegraded', status: 'True', message: 'conflict' }];
    const degraded = estimated([worker('a')], [pool('kata-oc', 'rendered-1', {}, conditions)], ['a']);
    assert.match(degraded, /Node updates can't continue until you fix this problem: .* pool kata-oc: conflict\./);
    assert.match(degraded, /The duration can't be estimated because pool kata-oc is degraded\.$/);
  });

  test('is unknown if a pool is paused, and has no total if the pools are unknown', () => {
    const nodes = nine.map((name) => worker(name));
    const paused = estimated(nodes, [kata({ maxUnavailable: 3, paused: true })], nine);
    assert.match(paused, /The duration can't be estimated because pool kata-oc is paused\.$/);
    assert.doesNotMatch(paused, / min/);
    const hidden = estimated(nodes, undefined, nine);
    assert.match(hidden, /^9 nodes are drained and rebooted: a, /);
    assert.match(hidden, /Update time per node, measured on 4 nodes of this cluster: 10 to 20 min\.$/);
  });

  test('counts nodes of the control plane one at a time', () => {
    const nodes = ['a', 'b', 'c'].map((name) => plain(name, master));
    const compact = [
      kata({ maxUnavailable: 3 }, 'master'),
      { ...pool('worker', 'rendered-worker-1', {}, []), status: { machineCount: 0, conditions: [] } },
    ];
    assert.match(
      estimated(nodes, compact, ['a', 'b', 'c']),
      /^3 nodes are drained and rebooted, one at a time\. Estimated duration: 30 to 60 min, /,
    );
  });
});

test("reboot warning mentions control plane nodes even when pools can't be read", () => {
  assert.match(said([plain('a', master), plain('b', master)], ['nodes']), /The nodes are also the control plane/);
  assert.doesNotMatch(said([plain('a'), plain('b')], ['nodes']), /control plane/);
});

test('reboot warning mentions that a single-node cluster becomes unavailable', () => {
  assert.match(
    said([plain('a', master)]),
    /This is the only node\. The cluster and its API are unavailable until the node is ready again\./,
  );
});

test('install confirmation names nodes that would be in two custom pools', () => {
  const infra = { 'node-role.kubernetes.io/infra': '' };
  const snapshot = snapshotOf({
    nodes: [plain('a', infra), plain('b')],
    machineConfigPools: [
      pool('master', 'rendered-master-1', {}, []),
      pool('worker', 'rendered-worker-1', {}, []),
      pool('infra', 'rendered-infra-1', {}, []),
    ],
  });
  const step = install
    .steps(situationWith(snapshot), createInstallManifests(documentedInstallOptions))
    .find(({ id }) => id === 'kataconfig');
  assert.match(
    step?.gate?.consequences.join(' ') ?? '',
    /a is already in another custom pool\. .* can't install Kata or updates on this node/,
  );
});

test('confirmation warns that Argo CD or Flux manages the object', () => {
  const argo = (id: string): Raw => ({ annotations: { 'argocd.argoproj.io/tracking-id': id } });
  const kata = (metadata: Raw): string => {
    const snapshot = snapshotOf({ kataConfigs: [kataConfig(undefined, {}, {}, {}, metadata)], deployments: [manager] });
    const steps = uninstall.steps(situationWith(snapshot, { kataPods: { pods: [], cut: false } }), {
      namespace: true,
      crd: true,
    });
    return steps.find(({ id }) => id === 'kataconfig-gone')?.gate?.consequences.join(' ') ?? '';
  };
  assert.match(
    kata(argo('osc:kataconfiguration.openshift.io/KataConfig:/example-kataconfig')),
    /KataConfig example-kataconfig is managed by Argo CD \(application osc\), which might recreate it or revert the change/,
  );
  assert.match(
    kata({ labels: { 'kustomize.toolkit.fluxcd.io/name': 'infra' } }),
    /is managed by Flux \(Kustomization infra\)/,
  );
  const instance = { 'argocd.argoproj.io/instance': 'osc' };
  assert.match(kata({ labels: instance }), /is managed by Argo CD \(application osc\)/);
  const ownerReferences = [{ apiVersion: 'example.com/v1', kind: 'Platform', name: 'x', uid: 'x', controller: true }];
  // Values that were copied from another object or aren't valid names, and a label that Helm charts also set.
  for (const metadata of [
    argo('osc:apps/Deployment:shop/other'),
    argo('<b>x</b>:x/example-kataconfig'),
    { labels: instance, ownerReferences },
    { labels: { 'argocd.argoproj.io/instance': 'not a label' } },
    { labels: { 'app.kubernetes.io/instance': 'osc' } },
    {},
  ])
    assert.doesNotMatch(kata(metadata), /managed by/);
});

test('confirmation warns that Argo CD manages a workload to be scaled down', async () => {
  const reader = writtenReader({
    '/apis/apps/v1/namespaces/shop/deployments/web': {
      metadata: { name: 'web', annotations: { 'argocd.argoproj.io/tracking-id': 'shop:apps/Deployment:shop/web' } },
      spec: { replicas: 2 },
    },
  });
  const pod = {
    metadata: {
      name: 'web-1',
      namespace: 'shop',
      ownerReferences: [{ apiVersion: 'apps/v1', kind: 'Deployment', name: 'web', controller: true }],
    },
  };
  const [owner] = await findTopOwners(reader, [pod]);
  assert.ok(owner);
  const pods = [
    { uid: 'p', name: 'web-1', namespace: 'shop', resourceVersion: '1', runtimeClass: 'kata', phase: 'Running', owner },
  ];
  const snapshot = snapshotOf({
    kataConfigs: [kataConfig(undefined, {}, { runtimeClasses: ['kata'] })],
    deployments: [manager],
  });
  const [step] = uninstall.steps(situationWith(snapshot, { kataPods: { pods, cut: false } }), {
    namespace: true,
    crd: true,
  });
  assert.match(step?.gate?.consequences.join(' ') ?? '', /Deployment web is managed by Argo CD \(application shop\)/);
});

test('install confirmation lists only eligible nodes if eligibility is checked, also with peer pods', () => {
  const snapshot = snapshotOf({
    nodes: [plain('a'), plain('b', { 'feature.node.kubernetes.io/runtime.kata': 'true' })],
    machineConfigPools: pools,
  });
  const kata = { ...documentedInstallOptions.kataConfig, checkNodeEligibility: true, enablePeerPods: true };
  const step = install
    .steps(situationWith(snapshot), createInstallManifests({ ...documentedInstallOptions, kataConfig: kata }))
    .find(({ id }) => id === 'kataconfig');
  assert.match(step?.gate?.consequences.join(' ') ?? '', /^Node b is drained and rebooted\./);
});
