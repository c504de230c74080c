import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as names from '#simulator/controllers/framework/resourceNames.ts';
import {
  createNamespace,
  createOperatorGroup,
  subscribe,
  untilInstalled,
} from '#simulator/scenarios/engine/commonSteps.ts';
import type { ScenarioStep } from '#simulator/scenarios/engine/scenario.ts';
import { getList, getNumber, getString, getValue, type KubeObject } from '#simulator/store/kubeObject.ts';
import { stage, type TestCluster } from '#test/support/cluster/controllersStage.ts';

const namespace = 'openshift-sandboxed-containers-operator';
const csv = 'sandboxed-containers-operator.v1.12.0';
const minutes = 60_000;

function group(name: string, targetNamespaces: readonly string[]): ScenarioStep {
  return {
    resource: names.operatorGroups,
    create: {
      apiVersion: 'operators.coreos.com/v1',
      kind: 'OperatorGroup',
      metadata: { name, namespace },
      spec: targetNamespaces.length === 0 ? {} : { targetNamespaces },
    },
  };
}

function subscription(spec: Readonly<Record<string, unknown>> = {}): ScenarioStep {
  const step = subscribe();
  assert.ok('create' in step);
  return { ...step, create: { ...step.create, spec: { ...(step.create['spec'] as object), ...spec } } };
}

function plain(): TestCluster {
  return stage({ name: 'operator-missing' });
}

function conditionsOf(object: KubeObject | undefined): Readonly<Record<string, string>> {
  return Object.fromEntries(
    getList(object, 'status', 'conditions').map((condition) => [
      getString(condition, 'type') ?? '',
      `${getString(condition, 'status') ?? ''} ${getString(condition, 'reason') ?? ''}`.trim(),
    ]),
  );
}

const subscribed = ({ client }: TestCluster): KubeObject | undefined =>
  client.get(names.subscriptions, 'sandboxed-containers-operator', namespace);
const phaseOf = ({ client }: TestCluster): string =>
  `${getString(client.get(names.csvs, csv, namespace), 'status', 'phase') ?? ''} ${getString(client.get(names.csvs, csv, namespace), 'status', 'reason') ?? ''}`;

test('simulated OLM install goes through all phases and reports them in the subscription', () => {
  const cluster = plain();
  const phases: string[] = [];
  const watching = cluster.store.watch(names.csvs, undefined, ({ object }) => {
    const phase = `${getString(object, 'status', 'phase') ?? ''} ${getString(object, 'status', 'reason') ?? ''}`.trim();
    if (phase !== '' && phases.at(-1) !== phase) phases.push(phase);
  });
  assert.ok(watching.ok);
  cluster.play(createNamespace, createOperatorGroup, subscribe(), { wait: 5_000 });
  assert.deepEqual(conditionsOf(subscribed(cluster)), {
    CatalogSourcesUnhealthy: 'False AllCatalogSourcesHealthy',
    BundleUnpacking: 'True UnpackingInProgress',
  });
  cluster.play(untilInstalled, { wait: 5_000 });
  assert.deepEqual(phases, [
    'Pending RequirementsUnknown',
    'InstallReady AllRequirementsMet',
    'Installing InstallSucceeded',
    'Installing InstallWaiting',
    'Succeeded InstallSucceeded',
  ]);
  assert.deepEqual(conditionsOf(subscribed(cluster)), { CatalogSourcesUnhealthy: 'False AllCatalogSourcesHealthy' });
  assert.equal(getString(subscribed(cluster), 'status', 'state'), 'AtLatestKnown');
  assert.equal(getString(subscribed(cluster), 'status', 'installedCSV'), csv);
  const [plan] = cluster.client.list(names.installPlans, namespace);
  assert.equal(getString(plan, 'status', 'phase'), 'Complete');
  assert.equal(getList(plan, 'status', 'plan').length, 2);
});

test('simulated OLM waits silently for an operator group', () => {
  const cluster = plain();
  cluster.play(createNamespace, subscribe(), { wait: 30 * minutes });
  assert.deepEqual(conditionsOf(subscribed(cluster)), { CatalogSourcesUnhealthy: 'False AllCatalogSourcesHealthy' });
  assert.deepEqual(cluster.client.list(names.installPlans, namespace), []);
  cluster.play(createOperatorGroup, untilInstalled);
});

test('simulated OLM plans nothing with two operator groups and fails a running operator', () => {
  const cluster = plain();
  cluster.play(createNamespace, createOperatorGroup, group('second', [namespace]), subscribe(), { wait: 30 * minutes });
  assert.deepEqual(cluster.client.list(names.installPlans, namespace), []);
  for (const each of cluster.client.list(names.operatorGroups, namespace))
    assert.deepEqual(conditionsOf(each), { MultipleOperatorGroup: 'True MultipleOperatorGroupsFound' });
  const second = { resource: names.operatorGroups, name: 'second', namespace };
  cluster.play({ delete: second }, untilInstalled, group('second', [namespace]), { wait: minutes });
  assert.equal(phaseOf(cluster), 'Failed TooManyOperatorGroups');
  cluster.play({ delete: second }, untilInstalled);
  assert.deepEqual(conditionsOf(cluster.client.list(names.operatorGroups, namespace)[0]), {});
});

test('simulated OLM rejects operator groups with all or several namespaces', () => {
  for (const [targets, message] of [
    [[], 'AllNamespaces InstallModeType not supported, cannot configure to watch all namespaces'],
    [['a', 'b'], 'MultiNamespace InstallModeType not supported, cannot configure to watch 2 namespaces'],
  ] as const) {
    const cluster = plain();
    cluster.play(createNamespace, group('all', targets), subscribe(), { wait: 5 * minutes });
    assert.equal(phaseOf(cluster), 'Failed UnsupportedOperatorGroup');
    assert.equal(getString(cluster.client.get(names.csvs, csv, namespace), 'status', 'message'), message);
    assert.equal(cluster.client.get(names.deployments, 'controller-manager', namespace), undefined);
  }
});

test('simulated OLM gives up unpacking a bundle after 10 minutes', () => {
  const cluster = stage({ name: 'operator-missing' }, { bundle: 'failsToUnpack' });
  cluster.play(createNamespace, createOperatorGroup, subscribe(), { wait: 9 * minutes });
  assert.equal(conditionsOf(subscribed(cluster))['BundleUnpacking'], 'True UnpackingInProgress');
  cluster.play({ wait: 2 * minutes });
  assert.deepEqual(conditionsOf(subscribed(cluster)), {
    CatalogSourcesUnhealthy: 'False AllCatalogSourcesHealthy',
    BundleUnpackFailed: 'True BundleUnpackFailed',
  });
  assert.deepEqual(cluster.client.list(names.installPlans, namespace), []);
});

test('simulated OLM explains what the catalog lacks', () => {
  for (const [spec, words] of [
    [
      { channel: 'candidate' },
      /no operators found in channel candidate of package sandboxed-containers-operator in the catalog referenced by subscription/,
    ],
    [
      { startingCSV: 'sandboxed-containers-operator.v1.4.0' },
      /no operators found with name sandboxed-containers-operator\.v1\.4\.0 in channel stable/,
    ],
    [{ name: 'sandboxed-container-operator' }, /no operators found in package sandboxed-container-operator/],
    [{ source: 'mirror' }, /no operators found from catalog mirror in namespace openshift-marketplace/],
  ] as const) {
    const cluster = plain();
    cluster.play(createNamespace, createOperatorGroup, subscription(spec), { wait: 5 * minutes });
    const failure = getList(subscribed(cluster), 'status', 'conditions').find(
      (condition) => getString(condition, 'type') === 'ResolutionFailed',
    );
    assert.equal(getString(failure, 'reason'), 'ConstraintsNotSatisfiable');
    assert.match(getString(failure, 'message') ?? '', words);
    const unhealthy = conditionsOf(subscribed(cluster))['CatalogSourcesUnhealthy'];
    assert.equal(unhealthy, 'source' in spec ? 'True UnhealthyCatalogSourceFound' : 'False AllCatalogSourcesHealthy');
  }
});

const old = 'sandboxed-containers-operator.v1.11.0';
const imageOf = ({ client }: TestCluster): string =>
  getString(
    getList(
      client.get(names.deployments, 'controller-manager', namespace),
      'spec',
      'template',
      'spec',
      'containers',
    )[0],
    'image',
  ) ?? '';

test('simulated OLM installs an older startingCSV first and then updates it', () => {
  const cluster = plain();
  const phases: string[] = [];
  const watching = cluster.store.watch(names.csvs, undefined, ({ type, object }) => {
    const phase = type === 'DELETED' ? 'gone' : (getString(object, 'status', 'phase') ?? '');
    if (object.metadata.name === old && phase !== '' && phases.at(-1) !== phase) phases.push(phase);
  });
  assert.ok(watching.ok);
  const isOld = {
    until: { resource: names.csvs, name: old, namespace, path: 'status.phase', is: 'Succeeded' },
  } as const;
  cluster.play(createNamespace, createOperatorGroup, subscription({ startingCSV: old }), isOld);
  assert.match(imageOf(cluster), /:1\.11\.0$/);
  cluster.play(untilInstalled, { wait: minutes });
  assert.match(imageOf(cluster), /:1\.12\.0$/);
  assert.deepEqual(phases, ['Pending', 'InstallReady', 'Installing', 'Succeeded', 'Replacing', 'Deleting', 'gone']);
  const { client } = cluster;
  assert.equal(client.get(names.deployments, 'controller-manager', namespace)?.metadata.labels?.['olm.owner'], csv);
  assert.equal(client.list(names.validatingWebhooks).length, 1);
  assert.equal(
    getNumber(client.get(names.deployments, 'controller-manager', namespace), 'status', 'availableReplicas'),
    1,
  );
});

test('simulated OLM rejects a new subscription until the old CSV is deleted', () => {
  const cluster = stage({ name: 'two-workers' });
  const { client } = cluster;
  cluster.play(
    { delete: { resource: names.subscriptions, name: 'sandboxed-containers-operator', namespace } },
    { wait: minutes },
  );
  assert.equal(phaseOf(cluster), 'Succeeded InstallSucceeded');
  assert.deepEqual(client.list(names.installPlans, namespace), [], 'plans go with their Subscription');
  cluster.play(subscribe(), { wait: 5 * minutes });
  const failure = getList(subscribed(cluster), 'status', 'conditions').find(
    (condition) => getString(condition, 'type') === 'ResolutionFailed',
  );
  assert.match(
    getString(failure, 'message') ?? '',
    /clusterserviceversion sandboxed-containers-operator\.v1\.12\.0 exists and is not referenced by a subscription/,
  );
  cluster.play({ delete: { resource: names.csvs, name: csv, namespace } }, untilInstalled);
});

test('simulated OLM deletes the operator and its webhook with the CSV but keeps the CRD', () => {
  const cluster = stage({ name: 'two-workers' });
  const { client } = cluster;
  assert.equal(client.list(names.validatingWebhooks).length, 1);
  const name = 'sandboxed-containers-operator';
  cluster.play(
    { delete: { resource: names.subscriptions, name, namespace } },
    { delete: { resource: names.csvs, name: csv, namespace } },
    { wait: minutes },
  );
  assert.equal(client.get(names.deployments, 'controller-manager', namespace), undefined);
  assert.deepEqual(client.list(names.pods, namespace), []);
  assert.deepEqual(client.list(names.validatingWebhooks), []);
  assert.equal(client.has(names.kataConfigs), true);
});

test('simulated OLM requires approval for all plans if one subscription is manual', () => {
  const cluster = plain();
  const other = subscription({ name: 'something-else', installPlanApproval: 'Manual' });
  assert.ok('create' in other);
  cluster.play(
    createNamespace,
    createOperatorGroup,
    { ...other, create: { ...other.create, metadata: { name: 'other', namespace } } },
    subscribe(),
    {
      wait: 5 * minutes,
    },
  );
  const [plan] = cluster.client.list(names.installPlans, namespace);
  assert.equal(getString(plan, 'status', 'phase'), 'RequiresApproval');
  assert.equal(getValue(plan, 'spec', 'approval'), 'Manual');
  assert.equal(conditionsOf(subscribed(cluster))['InstallPlanPending'], 'True RequiresApproval');
});

test("simulated OLM reports an operator whose pod doesn't start and lets it recover", () => {
  const cluster = stage({ name: 'two-workers' });
  const manager = { resource: names.deployments, name: 'controller-manager', namespace };
  cluster.play(
    { patch: manager, with: { spec: { template: { spec: { nodeSelector: { none: 'such' } } } } } },
    { wait: minutes },
  );
  assert.match(phaseOf(cluster), /^(?:Failed ComponentUnhealthy|Pending NeedsReinstall)$/);
  const pods = cluster.client.list(names.pods, namespace);
  assert.ok(
    pods.some((pod) =>
      getList(pod, 'status', 'conditions').some((condition) => getString(condition, 'reason') === 'Unschedulable'),
    ),
  );
  cluster.play({ patch: manager, with: { spec: { template: { spec: { nodeSelector: null } } } } }, untilInstalled);
});
