import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findCurrentStep, type ProcedureStep } from '#core/operations/procedure.ts';
import type { OwnedKataPod } from '#core/operations/lookups/kata/kataPods.ts';
import { documentedInstallOptions, createInstallManifests } from '#core/operations/changes/installManifests.ts';
import { install } from '#core/operations/procedures/install.ts';
import { removeFinalizer } from '#core/operations/procedures/removeFinalizer.ts';
import { uninstall } from '#core/operations/procedures/uninstall.ts';
import { operatorNamespace } from '#core/product/namespaces.ts';
import type { Snapshot } from '#core/cluster/snapshot.ts';
import * as names from '#simulator/controllers/framework/resourceNames.ts';
import { deleteKataConfig, payments } from '#simulator/scenarios/engine/commonSteps.ts';
import {
  condition,
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

const everything = { namespace: true, crd: true } as const;

test('uninstall deletes everything in order and allows a new install', async () => {
  const stage = liveStage({ name: 'two-workers-installed' });
  const played = await playProcedure(stage, uninstall, everything);
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
    const begun = await playProcedure(stage, uninstall, everything, { stopAfter: changes });
    const ended = await playProcedure(stage, uninstall, everything, { pace: 30_000 });
    assert.equal(ended.outcome, 'done', `after ${changes}: ${ended.told.at(-1) ?? ''}`);
    assert.deepEqual(
      ended.sent.filter((one) => begun.sent.includes(one)),
      [],
      `after ${changes}`,
    );
  }
});

test('uninstall asks before it scales down a Kata Deployment and shows how to restore it', async () => {
  const stage = liveStage({ name: 'uninstall-blocked-by-pods' });
  const step = findCurrentStep(await stepsOf(stage, uninstall, everything));
  assert.deepEqual([step?.id, step?.state, step?.headline], ['pods', 'ready', '2 pods']);
  assert.match(
    step?.evidence[0] ?? '',
    /^payments\/payments-.* \(kata, Running\), of Deployment payments, which has 2 replicas\.$/,
  );
  assert.deepEqual(step?.gate, {
    question: 'Scale down Deployment payments on demo?',
    consequences: [
      'Deployment payments/payments goes from 2 replicas to none: what it does stops. To bring it back: `oc scale deployment/payments -n payments --replicas=2`.',
    ],
    typed: 'demo',
  });
  const { resourceVersion } =
    stage.cluster.client.get(payments.resource, payments.name, payments.namespace)?.metadata ?? {};
  assert.ok(resourceVersion);
  assert.deepEqual(step?.changes, [
    {
      how: 'merge',
      target: {
        group: 'apps',
        version: 'v1',
        plural: 'deployments',
        kind: 'Deployment',
        name: 'payments',
        namespace: 'payments',
      },
      patch: { spec: { replicas: 0 } },
      // Somebody who scales it meanwhile is not overruled.
      resourceVersion,
    },
  ]);
  await playProcedure(stage, uninstall, everything, { stopAfter: 2 });
  assert.ok(stage.cluster.client.get(payments.resource, payments.name, payments.namespace), 'it is not deleted');
});

test('uninstall reports pods created while the KataConfig is being deleted', async () => {
  const stage = liveStage({ name: 'uninstall-blocked-by-pods' });
  stage.cluster.play(deleteKataConfig, { wait: 60_000 });
  const step = findCurrentStep(await stepsOf(stage, uninstall, everything));
  assert.deepEqual([step?.id, step?.state], ['pods', 'ready']);
  assert.equal((await playProcedure(stage, uninstall, everything)).outcome, 'done');
});

const kata = kataConfig(condition('False', '', ''), { installed: ['worker-0'] }, { runtimeClasses: ['kata'] });
const csv = object('sandboxed-containers-operator.v1.12.0', {
  spec: { version: '1.12.0' },
  status: { phase: 'Succeeded' },
});
const subscription = object('ours', {
  spec: { name: 'sandboxed-containers-operator' },
  status: { installedCSV: 'sandboxed-containers-operator.v1.12.0' },
});
const group = object('group', { spec: { targetNamespaces: [operatorNamespace] } });
const there = {
  found: { uid: 'n', name: operatorNamespace, resourceVersion: '1', labels: {}, conditions: [], phase: 'Active' },
} as const;
const crd = {
  found: {
    uid: 'c',
    name: 'kataconfigs.kataconfiguration.openshift.io',
    resourceVersion: '1',
    versions: [],
    conditions: [],
    finalizers: [],
  },
} as const;
const noPods = { pods: [], cut: false } as const;

function current(
  objects: Parameters<typeof snapshotOf>[0],
  facts: Parameters<typeof situationWith>[1] = {},
): ProcedureStep | undefined {
  return findCurrentStep(
    uninstall.steps(
      situationWith(snapshotOf(objects), { kataPods: noPods, operatorNamespace: there, kataConfigCrd: crd, ...facts }),
      everything,
    ),
  );
}

function pod(name: string, more: Partial<OwnedKataPod> = {}): OwnedKataPod {
  return { uid: name, name, namespace: 'shop', resourceVersion: '1', runtimeClass: 'kata', phase: 'Running', ...more };
}

test("uninstall leaves pods to the user if their owner can't be scaled down", () => {
  const job = {
    kind: 'Job',
    name: 'nightly',
    namespace: 'shop',
    reference: { group: 'batch', version: 'v1', plural: 'jobs', kind: 'Job', name: 'nightly', namespace: 'shop' },
  } as const;
  const strange = { kind: 'Rollout', name: 'web', namespace: 'shop' } as const;
  const step = current(
    { kataConfigs: [kata], deployments: [manager] },
    {
      kataPods: {
        pods: [
          pod('single', { phase: 'Succeeded' }),
          pod('nightly-1', { owner: job }),
          pod('web-1', { owner: strange }),
        ],
        cut: false,
      },
    },
  );
  assert.deepEqual([step?.id, step?.state, step?.changes], ['pods', 'blocked', []]);
  assert.match(
    step?.todo ?? '',
    /oc delete pod single -n shop.*oc delete job nightly -n shop.*what made Rollout web in shop/,
  );
});

test("uninstall shows no command for an owner that couldn't be read", () => {
  const name = 'x; rm -rf ~';
  const owner = {
    kind: 'Deployment',
    name,
    namespace: 'shop',
    unsure: true,
    replicas: 2,
    reference: { group: 'apps', version: 'v1', plural: 'deployments', kind: 'Deployment', name, namespace: 'shop' },
  } as const;
  const step = current(
    { kataConfigs: [kata], deployments: [manager] },
    { kataPods: { pods: [pod('strange', { owner })], cut: false } },
  );
  assert.deepEqual([step?.state, step?.changes], ['blocked', []]);
  assert.doesNotMatch(step?.todo ?? '', /`/);
});

test('uninstall checks pods of every runtime class that the operator can create', () => {
  const status = { ...kata, status: { runtimeClasses: ['kata', 'kata-of-tomorrow', 'kata")]x'] } };
  const step = current(
    { kataConfigs: [status], deployments: [manager] },
    { kataPods: { pods: [pod('a')], cut: false } },
  );
  const paths = step?.until.map(({ jsonpath = '' }) => /=="(.*?)"/.exec(jsonpath)?.[1]) ?? [];
  for (const name of ['kata', 'kata-remote', 'kata-cc', 'kata-of-tomorrow']) assert.ok(paths.includes(name), name);
  assert.ok(
    step?.until.every(({ jsonpath = '' }) => !jsonpath.includes(')]x')),
    'what is no name is no part of a path',
  );
});

test('uninstall waits for terminating pods but not for pods of other runtime classes', () => {
  const step = current(
    { kataConfigs: [kata], deployments: [manager] },
    { kataPods: { pods: [pod('ending', { deleting: 1 })], cut: false } },
  );
  assert.deepEqual([step?.id, step?.state], ['pods', 'waiting']);
  const other = current(
    { kataConfigs: [kata], deployments: [manager] },
    { kataPods: { pods: [pod('other', { runtimeClass: 'kata-remote' })], cut: false } },
  );
  assert.equal(other?.id, 'kataconfig-gone');
});

test("uninstall is blocked by a completed pod that scaling down doesn't remove", () => {
  const reference = {
    group: 'apps',
    version: 'v1',
    plural: 'deployments',
    kind: 'Deployment',
    name: 'web',
    namespace: 'shop',
  };
  const owner = { kind: 'Deployment', name: 'web', namespace: 'shop', reference, replicas: 0 } as const;
  const facts = (phase: string) => ({ kataPods: { pods: [pod('web-1', { owner, phase })], cut: false } }) as const;
  const objects = { kataConfigs: [kata], deployments: [manager] };
  const evicted = current(objects, facts('Failed'));
  assert.deepEqual([evicted?.id, evicted?.state], ['pods', 'blocked']);
  assert.match(evicted?.todo ?? '', /`oc delete pod web-1 -n shop`/);
  assert.equal(current(objects, facts('Running'))?.state, 'waiting');
});

test('uninstall scales down only the owners named in the confirmation', () => {
  const owner = (name: string) =>
    ({
      kind: 'Deployment',
      name,
      namespace: 'shop',
      replicas: 1,
      reference: { group: 'apps', version: 'v1', plural: 'deployments', kind: 'Deployment', name, namespace: 'shop' },
    }) as const;
  const pods = Array.from({ length: 300 }, (_, index) => pod(`web-${index}`, { owner: owner(`web-${index}`) }));
  const step = current({ kataConfigs: [kata], deployments: [manager] }, { kataPods: { pods, cut: false } });
  assert.equal(step?.state, 'ready');
  assert.equal(step.changes.length, 20);
  assert.equal(step.gate?.consequences.length, 20);
});

test('uninstall names Kata pods with unlisted runtime classes before deleting the KataConfig', () => {
  const facts = { kataPods: { pods: [pod('own', { runtimeClass: 'our-kata' })], cut: false } } as const;
  const [pods, gone] = uninstall.steps(
    situationWith(snapshotOf({ kataConfigs: [kata], deployments: [manager] }), facts),
    everything,
  );
  assert.deepEqual([pods?.state, pods?.headline], ['done', 'No pod is waited for']);
  assert.match(pods?.evidence[0] ?? '', /^shop\/own/);
  assert.match(
    gone?.gate?.consequences.join(' ') ?? '',
    /1 pod with a runtime class that the KataConfig does not name \(shop\/own\) is not waited for/,
  );
});

test("uninstall warns that the operator might not be running if it can't be read", () => {
  const snapshot = snapshotOf({ kataConfigs: [kata] }, ['kataConfigs', 'nodes', 'machineConfigPools']);
  const gone = uninstall.steps(situationWith(snapshot, { kataPods: noPods }), everything)[1];
  assert.equal(gone?.state, 'ready');
  assert.match(gone.gate?.consequences.join(' ') ?? '', /Whether the operator runs cannot be seen/);
});

test('uninstall lists the labeled nodes that reboot for a KataConfig without status', () => {
  const fresh = kataConfig(undefined);
  const objects = { kataConfigs: [fresh], deployments: [manager], machineConfigPools: pools };
  const said = (nodes: readonly Raw[]): string => current({ ...objects, nodes })?.gate?.consequences.join(' ') ?? '';
  assert.match(
    said([worker('worker-0'), worker('worker-1', { labels: {} })]),
    /The node worker-0 is drained and reboots/,
  );
  assert.match(said([worker('worker-1', { labels: {} })]), /Which ones cannot be seen/);
});

test('uninstall waits while an operator installed without OLM is still running', () => {
  const step = current({ deployments: [manager], operatorGroups: [group] });
  assert.deepEqual([step?.id, step?.state, step?.headline], ['csv-gone', 'waiting', 'The operator still runs']);
  assert.match(step?.todo ?? '', /in the way in which it was installed/);
});

test("uninstall doesn't delete the KataConfig if pods can't be listed", () => {
  const facts = { kataPods: { kind: 'unknown', problem: { why: 'forbidden', message: 'pods is forbidden' } } } as const;
  const [pods, gone] = uninstall.steps(
    situationWith(snapshotOf({ kataConfigs: [kata], deployments: [manager] }), {}, { facts }),
    everything,
  );
  assert.deepEqual([pods?.state, gone?.state], ['unknown', 'later']);
  assert.match(pods?.todo ?? '', /Ask for the right to read the pods that use kata/);
});

test("uninstall doesn't delete a KataConfig while the operator isn't running", () => {
  const step = current({ kataConfigs: [kata], subscriptions: [subscription], clusterServiceVersions: [csv] });
  assert.deepEqual([step?.id, step?.state], ['kataconfig-gone', 'blocked']);
  assert.match(step?.todo ?? '', /Let the operator run first/);
});

test('uninstall never removes the operator before the KataConfig', () => {
  const steps = uninstall.steps(
    situationWith(
      snapshotOf({
        kataConfigs: [kata],
        deployments: [manager],
        subscriptions: [subscription],
        clusterServiceVersions: [csv],
        operatorGroups: [group],
      }),
      {
        kataPods: noPods,
        operatorNamespace: there,
        kataConfigCrd: crd,
      },
    ),
    everything,
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
  const step = current({ clusterServiceVersions: [csv], operatorGroups: [group] });
  assert.deepEqual([step?.id, step?.state], ['csv-gone', 'ready']);
  assert.match(step?.meaning ?? '', /keeps a later Subscription from installing/);
  assert.deepEqual(
    step?.changes.map(({ how, target: { name } }) => `${how} ${name}`),
    ['delete sandboxed-containers-operator.v1.12.0'],
  );
});

test('uninstall deletes its own install plans and keeps those with other operators', () => {
  const plan = (name: string, csvs: readonly string[]): Raw =>
    object(name, { spec: { clusterServiceVersionNames: csvs }, status: { phase: 'Complete' } });
  const step = current({
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
  const step = current({
    operatorGroups: [group],
    subscriptions: [other],
    configMaps: [cm],
    secrets: [object('peer-pods-secret')],
  });
  assert.deepEqual([step?.id, step?.gate?.typed], ['namespace-gone', 'demo']);
  const said = step?.gate?.consequences.join(' ') ?? '';
  assert.match(said, /ConfigMap peer-pods-cm\. .*Secret peer-pods-secret\. .*Subscription other/);
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
    /keeps what an update deleted: KataConfig a: \{"logLevel":"debug"\} .*is lost then/,
  );
  const whole = findCurrentStep(await stepsOf(gone(), uninstall, everything));
  assert.equal(whole?.id, 'namespace-gone');
  assert.match(
    whole?.gate?.consequences.join(' ') ?? '',
    /The KataConfig that an update deleted and kept in kata-vscode-kept-kataconfig goes/,
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
  const step = current(
    {},
    { operatorNamespace: { found: { ...there.found, deleting: 1, phase: 'Terminating', conditions } } },
  );
  assert.deepEqual([step?.id, step?.state], ['namespace-gone', 'blocked']);
  assert.match(step?.meaning ?? '', /cloud-api-adaptor/);
});

function finalizerSteps(snapshot: Snapshot): readonly ProcedureStep[] {
  return removeFinalizer.steps(situationWith(snapshot), {});
}

const leaving = kataConfig(
  undefined,
  {},
  { runtimeClasses: ['kata'] },
  {},
  { deletionTimestamp: '2026-11-01T11:00:00Z', finalizers: ['kataconfiguration.openshift.io/finalizer', 'other/one'] },
);

test('finalizer removal is blocked while the operator could do it', () => {
  for (const [objects, said] of [
    [{ kataConfigs: [leaving], deployments: [manager] }, /The operator runs/],
    [{ kataConfigs: [leaving], clusterServiceVersions: [csv] }, /still installed/],
    [{ kataConfigs: [leaving], subscriptions: [subscription] }, /still installed/],
    [
      { kataConfigs: [leaving], deployments: [object('controller-manager', { spec: { replicas: 1 } })] },
      /still installed/,
    ],
    [{ kataConfigs: [kata] }, /not to be deleted/],
  ] as const) {
    const [gone, finalizer] = finalizerSteps(snapshotOf(objects));
    assert.deepEqual([gone?.state, finalizer?.state], ['blocked', 'later']);
    assert.match(gone?.headline ?? '', said);
  }
});

test('finalizer removal unblocks an uninstall without an operator and lists leftover resources', async () => {
  const stage = liveStage({ name: 'uninstall-operator-gone' });
  const stuck = await playProcedure(stage, uninstall, everything);
  assert.equal(stuck.outcome, 'blocked');
  assert.match(findCurrentStep(stuck.steps)?.todo ?? '', /Install the operator again/);
  const step = findCurrentStep(await stepsOf(stage, removeFinalizer, {}));
  assert.equal(step?.id, 'finalizer');
  assert.equal(step.gate?.typed, 'demo');
  const said = step.gate.consequences.join('\n');
  for (const left of [
    'MachineConfig 50-enable-sandboxed-containers-extension',
    'MachineConfigPool kata-oc',
    'of worker-0',
    'RuntimeClass kata',
    'Webhooks',
  ])
    assert.ok(said.includes(left), left);
  const played = await playProcedure(stage, removeFinalizer, {});
  assert.equal(played.outcome, 'done');
  assert.ok(played.steps.at(-1)?.evidence.some((line) => line.includes('kata-oc')));
});

test('finalizer removal keeps other finalizers and requires the reviewed resource version', () => {
  const [, finalizer] = finalizerSteps(snapshotOf({ kataConfigs: [leaving] }));
  assert.equal(finalizer?.state, 'ready');
  const [change] = finalizer.changes;
  assert.ok(change?.how === 'merge');
  assert.deepEqual(change.patch, { metadata: { finalizers: ['other/one'] } });
  assert.equal(change.resourceVersion, '1');
});

test('uninstall completes after the missing operator is installed again', async () => {
  const stage = liveStage({ name: 'uninstall-operator-gone' });
  const begun = await playProcedure(stage, install, createInstallManifests(documentedInstallOptions), { stopAfter: 1 });
  assert.deepEqual(begun.sent, ['Apply Subscription sandboxed-containers-operator']);
  assert.equal((await playProcedure(stage, uninstall, everything)).outcome, 'done');
});
