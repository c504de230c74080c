/** Tests the warnings before nodes reboot. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
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

test('reboot warning estimates the total time with the number of nodes that reboot at a time', () => {
  const minute = 60_000;
  const history: ClusterHistory = {
    transitions: [
      { at: 0, about: 'node', name: 'z', what: { kind: 'list', to: 'installing' } },
      { at: 10 * minute, about: 'node', name: 'z', what: { kind: 'list', from: 'installing', to: 'installed' } },
    ],
    forgotten: 0,
  };
  const warning = (machineConfigPools: readonly Raw[]): string =>
    describeRebootConsequences(
      { ...situationWith(snapshotOf({ nodes: [plain('a'), plain('b'), plain('c')], machineConfigPools })), history },
      ['a', 'b', 'c'],
      'install',
    ).join(' ');
  assert.match(warning([]), /: 10 min\. For 3 nodes, one at a time, that's 30 min\./);
  assert.match(
    warning([pool('kata-oc', 'rendered-kata-oc-1', { maxUnavailable: 2 })]),
    /: 10 min\. For 3 nodes, up to 2 at a time, that's 20 min\./,
  );
});

test("reboot warning mentions control plane nodes even when pools can't be read", () => {
  assert.match(said([plain('a', master), plain('b', master)], ['nodes']), /The nodes are also the control plane/);
  assert.doesNotMatch(said([plain('a'), plain('b')], ['nodes']), /control plane/);
});

test('reboot warning mentions that a single-node cluster becomes unavailable', () => {
  assert.match(
    said([plain('a', master)]),
    /This is the only node\. The cluster and its API are unavailable until it's back\./,
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
  // Values that were copied from another object or aren't valid names.
  for (const metadata of [argo('osc:apps/Deployment:shop/other'), argo('<b>x</b>:x/example-kataconfig'), {}])
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
