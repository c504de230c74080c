import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findCurrentStep, type ProcedureStep } from '#core/operations/procedure.ts';
import { createKataConfigManifest } from '#core/operations/changes/installManifests.ts';
import { createSavedKataConfig, savedKataConfigReference } from '#core/operations/changes/savedKataConfig.ts';
import { renewalOf, update } from '#core/operations/procedures/update.ts';
import * as names from '#simulator/controllers/framework/resourceNames.ts';
import {
  createKataConfig,
  createNamespace,
  createOperatorGroup,
  untilDone,
} from '#simulator/scenarios/engine/commonSteps.ts';
import { subscribeWith, theCsv, untilSubscription } from '#simulator/scenarios/faults/faultSteps.ts';
import { createPlatform } from '#simulator/scenarios/initialObjects/platform.ts';
import { preparePeerPodsOn } from '#simulator/scenarios/initialObjects/peerPodsObjects.ts';
import { watchedKindIds, type WatchedKindId } from '#core/cluster/watchedKinds/index.ts';
import type { Snapshot } from '#core/cluster/snapshot.ts';
import { operatorNamespace } from '#core/product/namespaces.ts';
import { getInstallProgress } from '#core/operations/procedures/installProgress.ts';
import { object, snapshotOf } from '#test/support/cluster/clusterObjects.ts';
import { liveStage, type LiveStage } from '#test/support/cluster/liveStage.ts';
import { playProcedure, send, situationOf, situationWith, stepsOf } from '#test/support/operations/procedureStage.ts';
import {
  createCsv,
  createSubscription,
  findUpdateStep,
  oldCsvName,
  savedKataConfigFact,
  updatedObjects,
} from './updateFixtures.ts';

/** Creates a cluster with peer pods of OSC 1.11, where the install plan for 1.12 is waiting for approval. */
function oldPeerPods(): LiveStage {
  return liveStage({
    name: 'peer-pods',
    prelude: [
      createNamespace,
      createOperatorGroup,
      subscribeWith({ installPlanApproval: 'Manual', startingCSV: oldCsvName }),
      untilSubscription('InstallPlanPending', 'RequiresApproval'),
      { approve: { resource: names.installPlans, namespace: operatorNamespace } },
      { until: { ...theCsv, name: oldCsvName, path: 'status.phase', is: 'Succeeded' } },
      { wait: 30_000 },
      ...preparePeerPodsOn('aws'),
      createKataConfig({ enablePeerPods: true }),
      untilDone,
      untilSubscription('InstallPlanPending', 'RequiresApproval'),
    ],
  });
}

test('update with peer pods updates the operator, then recreates the KataConfig to renew the image', async () => {
  const stage = oldPeerPods();
  assert.equal(
    renewalOf(await situationOf(stage, update.facts)),
    'renewed',
    'the image belongs to the release that is installed',
  );
  const played = await playProcedure(stage, update, {});
  assert.equal(played.outcome, 'done', played.told.join('\n'));
  assert.match(played.sent[0] ?? '', /^Change InstallPlan install-/);
  assert.deepEqual(played.sent.slice(1), [
    'Apply ConfigMap kata-vscode-kept-kataconfig',
    'Delete KataConfig example-kataconfig',
    'Apply KataConfig example-kataconfig',
    'Delete ConfigMap kata-vscode-kept-kataconfig',
  ]);
  assert.match(
    played.asked.join(' '),
    /Approve install plan.*saved on the cluster first.*Delete KataConfig.*Create KataConfig/,
  );
  assert.equal(played.asked.length, 4, 'what is kept goes unasked when the new one is the same');
  assert.deepEqual(
    played.steps.map(({ id }) => id),
    [
      'openshift',
      'release',
      'pods',
      'keep',
      'kataconfig-gone',
      'image-id',
      'kataconfig',
      'nodes',
      'pod-vm-image',
      'runtime-classes',
      'kept-gone',
    ],
  );
  assert.equal(renewalOf(await situationOf(stage, update.facts)), 'renewed');
  assert.equal(keptOn(stage), undefined);
});

/** Fields that a user added to the KataConfig, including some that the extension doesn't recognize. */
const wishes = {
  metadata: {
    labels: { team: 'one' },
    annotations: { why: 'because', 'kubectl.kubernetes.io/last-applied-configuration': '{}' },
  },
  spec: { logLevel: 'debug', kataConfigPoolSelector: null, ofTomorrow: { deep: [1, { two: 'x' }] } },
};

test('update continues from another window after any change and restores the whole KataConfig', async () => {
  for (let changes = 1; changes <= 4; changes += 1) {
    const stage = oldPeerPods();
    stage.cluster.play({ patch: { resource: names.kataConfigs, name: 'example-kataconfig' }, with: wishes });
    const begun = await playProcedure(stage, update, {}, { stopAfter: changes, pace: 30_000 });
    assert.equal(begun.outcome, 'stopped');
    assert.equal(getInstallProgress(stage.snapshot()).kind === 'between', changes === 3, `after ${changes}`);
    const ended = await playProcedure(stage, update, {}, { pace: 30_000 });
    assert.equal(ended.outcome, 'done', `after ${changes}: ${ended.told.at(-1) ?? ''}`);
    assert.equal(ended.sent.length, 5 - changes);
    const made = stage.cluster.client.get(names.kataConfigs, 'example-kataconfig');
    assert.deepEqual(made?.metadata.labels, { team: 'one' });
    assert.deepEqual(made.metadata.annotations, { why: 'because' });
    assert.deepEqual(made['spec'], {
      checkNodeEligibility: false,
      enablePeerPods: true,
      logLevel: 'debug',
      ofTomorrow: { deep: [1, { two: 'x' }] },
    });
    const nothing = await playProcedure(stage, update, {});
    assert.deepEqual([nothing.outcome, nothing.sent, keptOn(stage)], ['done', [], undefined]);
  }
});

test('update on bare metal updates only the operator', async () => {
  const stage = liveStage({
    name: 'update-waits',
    objects: (now) => createPlatform({ workers: 2, platform: 'BareMetal' }, now),
  });
  const played = await playProcedure(stage, update, {});
  assert.equal(played.outcome, 'done');
  assert.equal(played.sent.length, 1);
  assert.deepEqual(
    played.steps.map(({ id, state }) => `${id} ${state}`),
    ['openshift done', 'release done'],
  );
  assert.equal(
    stage.cluster.client.get(names.subscriptions, 'sandboxed-containers-operator', operatorNamespace)?.['status'] !==
      undefined,
    true,
  );
  assert.match(played.steps[1]?.evidence[0] ?? '', /v1\.12\.0/);
});

test('update asks before it clears a remaining image ID after the KataConfig is deleted', async () => {
  const stage = liveStage({ name: 'peer-pods' }, { imageDeletion: 'forgetsImageId' });
  const again = createKataConfigManifest({ name: 'again', checkNodeEligibility: false, enablePeerPods: true });
  stage.cluster.play({
    patch: { resource: names.configMaps, name: 'peer-pods-cm', namespace: operatorNamespace },
    with: { data: { PODVM_AMI_ID: 'ami-0old' } },
  });
  send(stage, { how: 'apply', target: savedKataConfigReference, object: createSavedKataConfig(again) });
  const step = findCurrentStep(await stepsOf(stage, update, {}));
  assert.deepEqual([step?.id, step?.state], ['image-id', 'ready']);
  assert.match(step?.gate?.consequences[0] ?? '', /ami-0old\. If you built this image yourself, save the ID/);
  assert.deepEqual(
    step?.changes.map((change) => (change.how === 'merge' ? change.patch : {})),
    [{ data: { PODVM_AMI_ID: '' } }],
  );
  const played = await playProcedure(stage, update, {});
  assert.equal(played.outcome, 'done');
  assert.deepEqual(played.sent, [
    'Change ConfigMap peer-pods-cm',
    'Apply KataConfig again',
    'Delete ConfigMap kata-vscode-kept-kataconfig',
  ]);
});

function keptOn({ cluster: { client } }: LiveStage): unknown {
  return client.get(names.configMaps, 'kata-vscode-kept-kataconfig', operatorNamespace);
}

test('update switches to another channel if the catalog has it', () => {
  const step = findUpdateStep(updatedObjects, { channel: 'stable-1.13' });
  assert.deepEqual([step?.id, step?.state], ['channel', 'ready']);
  assert.deepEqual(
    step?.changes.map((change) => (change.how === 'merge' ? change.patch : {})),
    [{ spec: { channel: 'stable-1.13' } }],
  );
  const channel = { name: 'stable', currentCsv: 'sandboxed-containers-operator.v1.12.0', entries: [] };
  const found = {
    catalogue: 'redhat-operators',
    catalogueNamespace: 'openshift-marketplace',
    catalogueName: 'Red Hat',
    channels: [channel],
  };
  assert.equal(
    findUpdateStep(updatedObjects, { channel: 'stable-1.13' }, { packageManifest: { found } })?.state,
    'blocked',
  );
});

test('update is blocked by a missing or failed operator and waits for a pending one', () => {
  const withoutSubscription = { ...updatedObjects, subscriptions: [], deployments: [] };
  const none = findUpdateStep({ ...withoutSubscription, clusterServiceVersions: [] });
  assert.deepEqual([none?.id, none?.state, none?.todo], ['release', 'blocked', 'Install the operator.']);
  const stray = findUpdateStep(withoutSubscription);
  assert.match(stray?.meaning ?? '', /CSV \S+ from an earlier Subscription still exists/);
  assert.match(stray?.todo ?? '', /oc delete csv sandboxed-containers-operator\.\S+ -n .*Install the operator\.$/);
  const failed = findUpdateStep({
    ...updatedObjects,
    clusterServiceVersions: [createCsv('2026-11-01T11:00:00Z', { phase: 'Failed', reason: 'InstallCheckFailed' })],
  });
  assert.deepEqual([failed?.id, failed?.state], ['release', 'blocked']);
  const pending = findUpdateStep({
    ...updatedObjects,
    subscriptions: [
      createSubscription({ currentCSV: 'sandboxed-containers-operator.v1.13.0', state: 'UpgradePending' }),
    ],
  });
  assert.deepEqual([pending?.id, pending?.state], ['release', 'waiting']);
});

test("update can't determine the image age without the creation time of the CSV", () => {
  const step = findUpdateStep({
    ...updatedObjects,
    clusterServiceVersions: [
      object('sandboxed-containers-operator.v1.12.0', { spec: { version: '1.12.0' }, status: { phase: 'Succeeded' } }),
    ],
  });
  assert.equal(step?.state, 'unknown');
});

test('update leaves the image ID to the user if the cloud provider is unknown, and skips it if the operator builds no images', () => {
  const step = (provider: string): ProcedureStep | undefined => {
    const cm = object('peer-pods-cm', { data: { CLOUD_PROVIDER: provider } });
    return update
      .steps(
        situationWith(snapshotOf({ ...updatedObjects, kataConfigs: [], configMaps: [cm] }), {
          kataPods: { pods: [], cut: false },
          keptKataConfig: savedKataConfigFact,
          wholeKataConfig: {},
          kataConfigCrd: {},
        }),
        {},
      )
      .find(({ id }) => id === 'image-id');
  };
  const unknown = step('nimbus');
  assert.deepEqual([unknown?.state, unknown?.isManual, unknown?.changes], ['open', true, []]);
  assert.match(unknown?.todo ?? '', /`oc edit configmap peer-pods-cm -n openshift-sandboxed-containers-operator`/);
  assert.deepEqual([step('byom')?.state, step('byom')?.isManual], ['done', undefined]);
  assert.equal(step('aws')?.state, 'done', 'the ID is empty');
});

test("update doesn't clear the image ID if image deletion jobs can't be read", () => {
  const cm = object('peer-pods-cm', { data: { CLOUD_PROVIDER: 'aws', PODVM_AMI_ID: 'ami-0old' } });
  const seen = watchedKindIds.filter((id) => id !== 'jobs');
  const snapshot = (known: readonly WatchedKindId[]): Snapshot =>
    snapshotOf({ ...updatedObjects, kataConfigs: [], configMaps: [cm] }, known);
  const step = (known: readonly WatchedKindId[]): ProcedureStep | undefined =>
    findCurrentStep(
      update.steps(
        situationWith(snapshot(known), {
          kataPods: { pods: [], cut: false },
          keptKataConfig: savedKataConfigFact,
          wholeKataConfig: {},
          kataConfigCrd: {},
        }),
        {},
      ),
    );
  assert.deepEqual([step(seen)?.id, step(seen)?.state], ['image-id', 'unknown']);
  assert.equal(step(watchedKindIds)?.state, 'ready');
});
