import assert from 'node:assert/strict';
import { test } from 'node:test';
import { updateSnapshot, emptySnapshot, type Snapshot } from '#core/cluster/snapshot.ts';
import { getEligibility, explainEligibility } from '#core/status/nodes/eligibility.ts';
import { explainKataConfig } from '#core/status/kataConfig/explainKataConfig.ts';
import type { Part } from '#core/status/explanation.ts';
import { getOperatorState, getInstalledRelease, getOperatorVersion } from '#core/status/operator/operatorParts.ts';
import {
  kataConfig,
  manager,
  object,
  pool,
  snapshotOf,
  worker,
  type Raw,
} from '#test/support/cluster/clusterObjects.ts';
import { createTrueCondition, findPart, peerPodsKataConfig } from './findPart.ts';

const namespace = 'openshift-sandboxed-containers-operator';
const csvName = 'sandboxed-containers-operator.v1.12.0';

function subscription(conditions: readonly Raw[] = [], status: Raw = {}): Raw {
  const spec = {
    name: 'sandboxed-containers-operator',
    channel: 'stable',
    source: 'redhat-operators',
    sourceNamespace: 'openshift-marketplace',
    startingCSV: csvName,
  };
  return object('ours', { spec, status: { conditions, ...status } });
}

const group = object('group', { spec: { targetNamespaces: [namespace] }, status: { namespaces: [namespace] } });

function subscribed(conditions: readonly Raw[], more: Parameters<typeof snapshotOf>[0] = {}): Snapshot {
  return snapshotOf({ subscriptions: [subscription(conditions)], operatorGroups: [group], ...more });
}

test('operator parts report a missing or second operator group', () => {
  const none = subscribed([], { operatorGroups: [] });
  assert.match(findPart(none, 'subscription').meaning, /The namespace has no OperatorGroup/);
  assert.equal(findPart(none, 'operatorGroup').health, 'failed');
  const two = subscribed([], {
    operatorGroups: [group, object('second', { spec: { targetNamespaces: [namespace] } })],
  });
  assert.match(findPart(two, 'operatorGroup').meaning, /group and second/);
  assert.equal(getOperatorState(two).health, 'failed');
});

test('operator group part reports wrong target namespaces', () => {
  const meaning = (spec: Raw, status: Raw = {}): Part =>
    findPart(subscribed([], { operatorGroups: [object('group', { spec, status })] }), 'operatorGroup');
  assert.equal(meaning({}, { namespaces: [''] }).headline, 'Targets all namespaces');
  assert.equal(meaning({}).headline, 'Targets all namespaces');
  assert.equal(meaning({ targetNamespaces: ['a', 'b'] }).headline, 'Targets several namespaces');
  assert.match(
    meaning({ targetNamespaces: ['openshft-sandboxed-containers-operator'] }).meaning,
    /the "i" in "openshift" is missing/,
  );
  assert.equal(meaning({ targetNamespaces: [namespace] }).health, 'ok');
});

for (const [name, conditions, health, words] of [
  [
    'a missing catalog',
    [createTrueCondition('CatalogSourcesUnhealthy', 'UnhealthyCatalogSourceFound', 'targeted catalogsource x missing')],
    'failed',
    /catalogsource x missing/,
  ],
  [
    'a channel without a matching CSV',
    [createTrueCondition('ResolutionFailed', 'ConstraintsNotSatisfiable', 'no operators found in channel candidate')],
    'failed',
    /channel candidate/,
  ],
  [
    'disabled catalogs',
    [
      createTrueCondition(
        'ResolutionFailed',
        'ConstraintsNotSatisfiable',
        'no operators found from catalog redhat-operators',
      ),
      createTrueCondition(
        'CatalogSourcesUnhealthy',
        'NoCatalogSourcesFound',
        'dependency resolution requires at least one catalogsource',
      ),
    ],
    'failed',
    /oc get operatorhubs cluster/,
  ],
  [
    'an unreachable catalog',
    [
      createTrueCondition(
        'ResolutionFailed',
        'ErrorPreventedResolution',
        'failed to populate resolver cache from source redhat-operators/openshift-marketplace: no such host',
      ),
    ],
    'failed',
    /oc get catalogsources,pods -n openshift-marketplace/,
  ],
  [
    "a startingCSV that isn't in the channel",
    [
      createTrueCondition(
        'ResolutionFailed',
        'ConstraintsNotSatisfiable',
        `no operators found with name ${csvName} in channel stable of package sandboxed-containers-operator`,
      ),
    ],
    'failed',
    /The channel doesn't contain sandboxed-containers-operator\.v1\.12\.0\. Delete the Subscription/,
  ],
  [
    'a resolution failure of a documented subscription',
    [createTrueCondition('ResolutionFailed', 'ConstraintsNotSatisfiable', 'x')],
    'failed',
    /-n openshift-marketplace`\.$/,
  ],
  [
    'a CSV of an earlier subscription',
    [
      createTrueCondition(
        'ResolutionFailed',
        'ConstraintsNotSatisfiable',
        `x, clusterserviceversion ${csvName} exists and is not referenced by a subscription`,
      ),
    ],
    'failed',
    /oc delete csv sandboxed-containers-operator\.v1\.12\.0/,
  ],
  [
    'a failed bundle unpacking',
    [createTrueCondition('BundleUnpackFailed', 'BundleUnpackFailed', 'DeadlineExceeded')],
    'failed',
    /DeadlineExceeded/,
  ],
  [
    'a bundle being unpacked',
    [createTrueCondition('BundleUnpacking', 'UnpackingInProgress')],
    'busy',
    /unpacking the operator bundle/,
  ],
  [
    'a failed install plan',
    [createTrueCondition('InstallPlanFailed', 'InstallComponentFailed', 'no rights')],
    'failed',
    /no rights/,
  ],
  [
    'an install plan that requires approval',
    [createTrueCondition('InstallPlanPending', 'RequiresApproval')],
    'attention',
    /Approve the install plan/,
  ],
] as const) {
  test(`subscription part explains ${name}`, () => {
    const part = findPart(subscribed(conditions), 'subscription');
    assert.equal(part.health, health);
    assert.match(`${part.meaning} ${part.todo ?? ''}`, words);
  });
}

test('install plan part shows what the plan installs and how to approve it', () => {
  const plan = object('install-abcde', {
    spec: { approval: 'Manual', approved: false, clusterServiceVersionNames: [csvName] },
    status: { phase: 'RequiresApproval' },
  });
  const part = findPart(subscribed([], { installPlans: [plan] }), 'installPlan');
  assert.match(part.meaning, /sandboxed-containers-operator\.v1\.12\.0/);
  assert.match(part.todo ?? '', /oc patch installplan install-abcde/);
});

function csv(status: Raw, version = '1.12.0', labels: Raw = {}): Raw {
  return object(csvName, { spec: { version }, status }, { labels });
}

test('CSV part shows the phase and the cause of a failure', () => {
  const part = (status: Raw): Part => findPart(subscribed([], { clusterServiceVersions: [csv(status)] }), 'csv');
  assert.equal(part({ phase: 'Succeeded' }).health, 'ok');
  assert.match(
    part({ phase: 'Failed', reason: 'UnsupportedOperatorGroup', message: 'AllNamespaces not supported' }).meaning,
    /must target exactly one namespace.*AllNamespaces not supported/,
  );
  assert.equal(
    part({ phase: 'Failed', reason: 'TooManyOperatorGroups' }).todo,
    'To fix the problem, follow the instructions shown for the OperatorGroup.',
  );
  const missing = part({
    phase: 'Pending',
    reason: 'RequirementsNotMet',
    requirementStatus: [
      { kind: 'CustomResourceDefinition', name: 'x', status: 'NotPresent', message: 'CRD is not present' },
    ],
  });
  assert.match(missing.meaning, /CustomResourceDefinition x: CRD is not present/);
  const minimum = 'CSV version requirement not met: minKubeVersion (1.36.0) > server version (1.34.1)';
  const tooOld = part({
    phase: 'Pending',
    reason: 'RequirementsNotMet',
    requirementStatus: [{ kind: 'ClusterServiceVersion', name: csvName, status: 'NotPresent', message: minimum }],
  });
  assert.match(tooOld.headline, /cluster version too old/);
  assert.match(tooOld.meaning, /Kubernetes version is too old for the CSV: minKubeVersion \(1\.36\.0\)/);
  assert.match(tooOld.todo ?? '', /Update the cluster/);
  assert.match(
    part({ phase: 'Failed', reason: 'InstallCheckFailed', message: 'install timeout' }).todo ?? '',
    /oc describe pods -n/,
  );
  assert.equal(part({ phase: 'Dreaming' }).health, 'unknown');
});

test('installed OSC release is derived from the CSV version', () => {
  const known = (version: string): Snapshot =>
    subscribed([], { clusterServiceVersions: [csv({ phase: 'Succeeded' }, version)] });
  assert.equal(getInstalledRelease(known('1.12.0')), '1.12');
  assert.equal(getInstalledRelease(known('9.9.9')), undefined);
  assert.equal(getOperatorVersion(known('9.9.9')), '9.9.9');
  assert.equal(getInstalledRelease(emptySnapshot), undefined);
});

test('copied CSV from another namespace is ignored', () => {
  const copied = subscribed([], {
    clusterServiceVersions: [csv({ phase: 'Succeeded' }, '1.12.0', { 'olm.copiedFrom': 'openshift-operators' })],
  });
  assert.equal(getOperatorVersion(copied), undefined);
});

test('operator state covers not installed, running without OLM, scaled down, and forbidden', () => {
  assert.equal(getOperatorState(snapshotOf({})).headline, 'Not installed');
  assert.equal(getOperatorState(snapshotOf({})).health, 'ok');
  assert.equal(getOperatorState(snapshotOf({ kataConfigs: [kataConfig(undefined)] })).health, 'failed');
  assert.match(
    findPart(snapshotOf({ deployments: [manager] }), 'deployment/controller-manager').meaning,
    /wasn't installed by OLM/,
  );
  const lost = subscribed([], { kataConfigs: [kataConfig(undefined)], deployments: [] });
  assert.deepEqual(
    [lost, subscribed([], { deployments: [] })].map((one) => {
      const { health, headline } = findPart(one, 'deployment/controller-manager');
      return [health, headline];
    }),
    [
      ['failed', 'Not found'],
      ['busy', 'Not running yet'],
    ],
  );
  const idle = object('controller-manager', { spec: { replicas: 0 } });
  assert.equal(findPart(snapshotOf({ deployments: [idle] }), 'deployment/controller-manager').headline, 'Scaled to 0');
  const gaveUp = object('controller-manager', {
    status: { conditions: [{ type: 'Progressing', status: 'False', message: 'ReplicaSet has timed out progressing' }] },
  });
  assert.match(
    findPart(snapshotOf({ deployments: [gaveUp] }), 'deployment/controller-manager').meaning,
    /timed out progressing/,
  );
  const forbidden = updateSnapshot(emptySnapshot, 'subscriptions', {
    kind: 'state',
    state: { kind: 'forbidden', verb: 'list', trouble: { message: 'no' } },
  });
  assert.equal(getOperatorState(forbidden).health, 'unknown');
  assert.match(getOperatorState(forbidden).parts[0]?.meaning ?? '', /You don't have list permission for this resource/);
});

test('operator parts report missing workloads', () => {
  const snapshot = snapshotOf({ kataConfigs: [peerPodsKataConfig], deployments: [manager] });
  for (const id of [
    'daemonSet/osc-caa-ds',
    'daemonSet/openshift-sandboxed-containers-monitor',
    'deployment/peer-pods-webhook',
  ]) {
    assert.equal(findPart(snapshot, id).headline, 'Not found');
  }
});

test('node eligibility explanation follows Node Feature Discovery labels', () => {
  const feature = (name: string): Raw => ({ [`feature.node.kubernetes.io/${name}`]: 'true' });
  const nodes = [
    worker('able', { labels: feature('runtime.kata') }),
    worker('unable', { labels: feature('cpu-cpuid.AVX') }),
    worker('unseen', { labels: {} }),
  ];
  const snapshot = snapshotOf({ nodes, kataConfigs: [kataConfig(undefined, {}, {}, { checkNodeEligibility: true })] });
  assert.deepEqual(
    ['able', 'unable', 'unseen', 'nobody'].map((name) => explainEligibility(snapshot, name).headline),
    ['Eligible for Kata', 'Not eligible', 'Not checked', 'Unknown'],
  );
  assert.equal(
    explainEligibility(snapshotOf({ nodes: nodes.slice(2) }), 'unseen').headline,
    'No Node Feature Discovery labels',
  );
  assert.equal(getEligibility({ labels: { 'feature.node.kubernetes.io/runtime.kata': 'false' } }), 'notEligible');
  // Labels alone don't show whether the Node Feature Discovery pods exist.
  const unseen = JSON.stringify(
    explainEligibility(
      snapshotOf({
        nodes: nodes.slice(2),
        kataConfigs: [kataConfig(undefined, {}, {}, { checkNodeEligibility: true })],
      }),
      'unseen',
    ),
  );
  assert.match(unseen, /No node has a Node Feature Discovery label\./);
  assert.doesNotMatch(unseen, /isn't running|Install the/);
});

test('advice about nodes that are not eligible depends on whether OpenShift ignores matchOn', () => {
  const adviceOn = (version: string): string => {
    const nodes = [worker('unable', { labels: { 'feature.node.kubernetes.io/cpu-cpuid.AVX': 'true' } })];
    const kataConfigs = [kataConfig(undefined, {}, {}, { checkNodeEligibility: true })];
    const clusterVersions = [object('version', { status: { history: [{ state: 'Completed', version }] } })];
    const snapshot = snapshotOf({ nodes, kataConfigs, clusterVersions }, ['nodes', 'kataConfigs', 'clusterVersions']);
    const [first] = snapshot.kataConfigs.items.values();
    assert.ok(first !== undefined);
    return [explainEligibility(snapshot, 'unable').todo, explainKataConfig(first, snapshot).todo].join('\n');
  };
  assert.equal(adviceOn('4.21.9').match(/doesn't use matchOn/g)?.length, 2);
  assert.doesNotMatch(adviceOn('4.14.40'), /matchOn/);
});

test('node eligibility has no effect on a compact cluster', () => {
  const kataConfigs = [kataConfig(undefined, {}, {}, { checkNodeEligibility: true })];
  const workerPool = { ...pool('worker', 'rendered-worker-1'), status: { machineCount: 0, conditions: [] } };
  const explained = explainEligibility(
    snapshotOf({
      nodes: [worker('unseen', { labels: {} })],
      kataConfigs,
      machineConfigPools: [pool('master', 'rendered-master-1'), workerPool],
    }),
    'unseen',
  );
  assert.equal(explained.health, 'unknown');
  assert.match(
    explained.meaning,
    /On a compact cluster, Kata is installed on all nodes, so eligibility has no effect\./,
  );
  assert.equal(explained.todo, undefined);
});

test('InstallPlan part advises to update an OpenShift version that the release does not support before the approval', () => {
  const waiting = object('install-a', {
    spec: { approved: false, clusterServiceVersionNames: ['sandboxed-containers-operator.v1.12.0'] },
    status: { phase: 'RequiresApproval' },
  });
  const todo = (version: string): string => {
    const clusterVersion = object('version', { status: { history: [{ state: 'Completed', version }] } });
    const group = object('group');
    return (
      findPart(
        snapshotOf({
          installPlans: [waiting],
          clusterVersions: [clusterVersion],
          subscriptions: [subscription()],
          operatorGroups: [group],
        }),
        'installPlan',
      ).todo ?? ''
    );
  };
  assert.match(
    todo('4.21.3'),
    /^First update OpenShift to 4\.21\.9 or later\. Then approve the install plan: `oc patch installplan install-a /,
  );
  assert.match(todo('4.16.2'), /^First update OpenShift to 4\.18\.38 or later\./);
  assert.match(todo('4.21.9'), /^Approve the install plan: /);
  assert.match(todo('4.99.0'), /^Approve the install plan: /, 'a version that the table does not have');
});
