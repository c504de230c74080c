import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findCurrentStep } from '#core/operations/procedure.ts';
import { documentedInstallOptions, createInstallManifests } from '#core/operations/changes/installManifests.ts';
import { install } from '#core/operations/procedures/install.ts';
import { uninstall } from '#core/operations/procedures/uninstall.ts';
import { operatorNamespace } from '#core/product/namespaces.ts';
import * as names from '#simulator/controllers/framework/resourceNames.ts';
import {
  kataConfig,
  manager,
  object,
  pools,
  snapshotOf,
  worker,
  type Raw,
} from '#test/support/cluster/clusterObjects.ts';
import { createSavedKataConfig, savedKataConfigReference } from '#core/operations/changes/savedKataConfig.ts';
import { operatorNamespaceReference } from '#core/operations/lookups/operator/operatorNamespace.ts';
import { liveStage, type LiveStage } from '#test/support/cluster/liveStage.ts';
import { playProcedure, send, situationWith, stepsOf } from '#test/support/operations/procedureStage.ts';
import {
  crdFact,
  deleteEverything,
  findUninstallStep,
  installedKataConfig,
  namespaceFact,
  noPodsFact,
  operatorCsv,
  operatorGroup,
  operatorSubscription,
} from './uninstallFixtures.ts';

test('uninstall deletes everything in order and allows a new install', async () => {
  const stage = liveStage({ name: 'two-workers-installed' });
  const played = await playProcedure(stage, uninstall, deleteEverything);
  assert.equal(played.outcome, 'done');
  assert.deepEqual(played.sent, [
    'Delete KataConfig example-kataconfig',
    'Delete Subscription sandboxed-containers-operator',
    'Delete ClusterServiceVersion sandboxed-containers-operator.v1.12.0',
    'Delete OperatorGroup sandboxed-containers-operator-group',
    `Delete Namespace ${operatorNamespace}`,
    'Delete CustomResourceDefinition kataconfigs.kataconfiguration.openshift.io',
  ]);
  assert.equal(stage.cluster.client.get(names.namespaces, operatorNamespace), undefined);
  const again = await playProcedure(stage, install, createInstallManifests(documentedInstallOptions));
  assert.equal(again.outcome, 'done', 'it can be installed again');
});

test('uninstall keeps the namespace and the CRD unless requested', async () => {
  const stage = liveStage({ name: 'two-workers-installed' });
  const played = await playProcedure(stage, uninstall, { namespace: false, crd: false });
  assert.equal(played.outcome, 'done');
  assert.ok(stage.cluster.client.get(names.namespaces, operatorNamespace));
  assert.ok(stage.cluster.client.get(names.crds, 'kataconfigs.kataconfiguration.openshift.io'));
});

test('uninstall continues from another window after any change without repeating it', async () => {
  for (let changes = 1; changes <= 6; changes += 1) {
    const stage = liveStage({ name: 'uninstall-blocked-by-pods' });
    const begun = await playProcedure(stage, uninstall, deleteEverything, { stopAfter: changes });
    const ended = await playProcedure(stage, uninstall, deleteEverything, { pace: 30_000 });
    assert.equal(ended.outcome, 'done', `after ${changes}: ${ended.told.at(-1) ?? ''}`);
    assert.deepEqual(
      ended.sent.filter((one) => begun.sent.includes(one)),
      [],
      `after ${changes}`,
    );
  }
});

test("uninstall warns that the operator might not be running if it can't be read", () => {
  const snapshot = snapshotOf({ kataConfigs: [installedKataConfig] }, ['kataConfigs', 'nodes', 'machineConfigPools']);
  const gone = uninstall.steps(situationWith(snapshot, { kataPods: noPodsFact }), deleteEverything)[1];
  assert.equal(gone?.state, 'ready');
  assert.match(gone.gate?.consequences.join(' ') ?? '', /Can't determine whether the operator is running/);
});

test('uninstall lists the labeled nodes that reboot for a KataConfig without status', () => {
  const fresh = kataConfig(undefined);
  const objects = { kataConfigs: [fresh], deployments: [manager], machineConfigPools: pools };
  const said = (nodes: readonly Raw[]): string =>
    findUninstallStep({ ...objects, nodes })?.gate?.consequences.join(' ') ?? '';
  assert.match(said([worker('worker-0'), worker('worker-1', { labels: {} })]), /Node worker-0 is drained and rebooted/);
  assert.match(said([worker('worker-1', { labels: {} })]), /Can't determine which nodes are selected/);
});

test('uninstall waits while an operator installed without OLM is still running', () => {
  const step = findUninstallStep({ deployments: [manager], operatorGroups: [operatorGroup] });
  assert.deepEqual([step?.id, step?.state, step?.headline], ['csv-gone', 'waiting', 'The operator is still running']);
  assert.match(step?.todo ?? '', /the way it was installed/);
});

test("uninstall doesn't delete a KataConfig while the operator isn't running", () => {
  const step = findUninstallStep({
    kataConfigs: [installedKataConfig],
    subscriptions: [operatorSubscription],
    clusterServiceVersions: [operatorCsv],
  });
  assert.deepEqual([step?.id, step?.state], ['kataconfig-gone', 'blocked']);
  assert.match(step?.todo ?? '', /Start the operator first/);
});

test('uninstall never removes the operator before the KataConfig', () => {
  const steps = uninstall.steps(
    situationWith(
      snapshotOf({
        kataConfigs: [installedKataConfig],
        deployments: [manager],
        subscriptions: [operatorSubscription],
        clusterServiceVersions: [operatorCsv],
        operatorGroups: [operatorGroup],
      }),
      {
        kataPods: noPodsFact,
        operatorNamespace: namespaceFact,
        kataConfigCrd: crdFact,
      },
    ),
    deleteEverything,
  );
  assert.deepEqual(
    steps.map(({ id, state }) => `${id} ${state}`),
    [
      'pods done',
      'kataconfig-gone ready',
      'subscription-gone later',
      'csv-gone later',
      'install-plans-gone done',
      'operator-group-gone later',
      'namespace-gone later',
      'crd-gone later',
    ],
  );
});

test('uninstall deletes a CSV left over from an earlier uninstall', () => {
  const step = findUninstallStep({ clusterServiceVersions: [operatorCsv], operatorGroups: [operatorGroup] });
  assert.deepEqual([step?.id, step?.state], ['csv-gone', 'ready']);
  assert.match(step?.meaning ?? '', /prevents a later Subscription from installing/);
  assert.deepEqual(
    step?.changes.map(({ how, target: { name } }) => `${how} ${name}`),
    ['delete sandboxed-containers-operator.v1.12.0'],
  );
});

test('uninstall deletes its own install plans and keeps those with other operators', () => {
  const plan = (name: string, csvs: readonly string[]): Raw =>
    object(name, { spec: { clusterServiceVersionNames: csvs }, status: { phase: 'Complete' } });
  const step = findUninstallStep({
    installPlans: [
      plan('install-a', ['sandboxed-containers-operator.v1.12.0']),
      plan('install-b', ['sandboxed-containers-operator.v1.12.0', 'other.v1']),
    ],
  });
  assert.deepEqual([step?.id, step?.changes.map(({ target }) => target.name)], ['install-plans-gone', ['install-a']]);
});

test('uninstall keeps the operator group for other operators and names them before deleting the namespace', () => {
  const other = object('other', { spec: { name: 'other-operator' } });
  const cm = object('peer-pods-cm', { data: { CLOUD_PROVIDER: 'aws' } });
  const step = findUninstallStep({
    operatorGroups: [operatorGroup],
    subscriptions: [other],
    configMaps: [cm],
    secrets: [object('peer-pods-secret')],
  });
  assert.deepEqual([step?.id, step?.gate?.typed], ['namespace-gone', 'demo']);
  const said = step?.gate?.consequences.join(' ') ?? '';
  assert.match(said, /ConfigMap peer-pods-cm .*Secret peer-pods-secret .*Subscription other/);
});

test('uninstall names the saved KataConfig of an interrupted update before deleting it', async () => {
  const wanted = {
    apiVersion: 'kataconfiguration.openshift.io/v1',
    kind: 'KataConfig',
    metadata: { name: 'a' },
    spec: { logLevel: 'debug' },
  };
  const gone = (): LiveStage => {
    const stage = liveStage({ name: 'operator-missing' });
    send(stage, {
      how: 'apply',
      target: operatorNamespaceReference,
      object: { apiVersion: 'v1', kind: 'Namespace', metadata: { name: operatorNamespace } },
    });
    send(stage, { how: 'apply', target: savedKataConfigReference, object: createSavedKataConfig(wanted) });
    return stage;
  };
  const alone = findCurrentStep(await stepsOf(gone(), uninstall, { namespace: false, crd: false }));
  assert.deepEqual([alone?.id, alone?.state, alone?.gate?.typed], ['kept-gone', 'ready', 'demo']);
  assert.match(
    alone?.gate?.consequences.join(' ') ?? '',
    /contains the KataConfig that an update deleted: KataConfig a: \{"logLevel":"debug"\} .*discards the saved KataConfig/,
  );
  const whole = findCurrentStep(await stepsOf(gone(), uninstall, deleteEverything));
  assert.equal(whole?.id, 'namespace-gone');
  assert.match(
    whole?.gate?.consequences.join(' ') ?? '',
    /The KataConfig backup that an update saved in ConfigMap kata-vscode-kept-kataconfig will be deleted and can't be restored/,
  );
});

test('uninstall shows what blocks the deletion of the namespace', () => {
  const conditions = [
    {
      type: 'NamespaceFinalizersRemaining',
      status: 'True',
      reason: 'SomeFinalizersRemain',
      message: 'peer.pod/finalizer in 1 resource instances (peerpods)',
    },
  ];
  const step = findUninstallStep(
    {},
    { operatorNamespace: { found: { ...namespaceFact.found, deleting: 1, phase: 'Terminating', conditions } } },
  );
  assert.deepEqual([step?.id, step?.state], ['namespace-gone', 'blocked']);
  assert.match(step?.meaning ?? '', /cloud-api-adaptor/);
});

test('uninstall completes after the missing operator is installed again', async () => {
  const stage = liveStage({ name: 'uninstall-operator-gone' });
  const begun = await playProcedure(stage, install, createInstallManifests(documentedInstallOptions), { stopAfter: 1 });
  assert.deepEqual(begun.sent, ['Apply Subscription sandboxed-containers-operator']);
  assert.equal((await playProcedure(stage, uninstall, deleteEverything)).outcome, 'done');
});

test('uninstall keeps the operator until its finalizer no longer blocks the deletion of a runtime class', () => {
  const held = object(
    'kata',
    { handler: 'kata' },
    { deletionTimestamp: '2026-11-20T00:00:00Z', finalizers: ['kataconfig.openshift.io/runtime-class-cleanup'] },
  );
  const pod = {
    uid: 'p',
    name: 'web',
    namespace: 'payments',
    resourceVersion: '1',
    runtimeClass: 'kata',
    phase: 'Running',
  } as const;
  const objects = { runtimeClasses: [held], subscriptions: [operatorSubscription], deployments: [manager] };
  const used = findUninstallStep(objects, { kataPods: { pods: [pod], cut: false } });
  assert.deepEqual([used?.id, used?.state], ['kataconfig-gone', 'blocked']);
  assert.match(used?.meaning ?? '', /1 pod uses the runtime class: payments\/web \(Running\)/);
  const free = findUninstallStep(objects);
  assert.deepEqual([free?.id, free?.state], ['kataconfig-gone', 'waiting']);
  const alone = findUninstallStep({ ...objects, deployments: [] });
  assert.match(alone?.todo ?? '', /oc patch runtimeclass kata/);
  assert.equal(findUninstallStep({ ...objects, runtimeClasses: [] })?.id, 'subscription-gone');
});
