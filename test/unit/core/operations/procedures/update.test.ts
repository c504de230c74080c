import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findCurrentStep, type ProcedureStep } from '#core/operations/procedure.ts';
import { createKataConfigManifest } from '#core/operations/changes/installManifests.ts';
import {
  parseSavedKataConfig,
  createSavedKataConfig,
  savedKataConfigReference,
  wholeKataConfig,
} from '#core/operations/changes/savedKataConfig.ts';
import { listRequiredLookups, evaluatePreflight } from '#core/operations/checks/preflight.ts';
import { openShiftWarning } from '#core/operations/findings/openShiftFinding.ts';
import type { UpdateChoices } from '#core/operations/procedures/savedChoices.ts';
import { renewalOf, update } from '#core/operations/procedures/update.ts';
import * as names from '#simulator/controllers/framework/resourceNames.ts';
import { formatCsvName } from '#simulator/controllers/olm/bundle.ts';
import {
  createKataConfig,
  createNamespace,
  createOperatorGroup,
  untilDone,
} from '#simulator/scenarios/engine/commonSteps.ts';
import { subscribeWith, theCsv, untilSubscription } from '#simulator/scenarios/faults/faultSteps.ts';
import { createPlatform } from '#simulator/scenarios/clusterObjects/platform.ts';
import { preparePeerPodsOn } from '#simulator/scenarios/clusterObjects/peerPodsObjects.ts';
import { watchedKindIds, type WatchedKindId } from '#core/cluster/resources/index.ts';
import type { Snapshot } from '#core/cluster/snapshot.ts';
import { operatorNamespace } from '#core/product/namespaces.ts';
import { getInstallProgress } from '#core/operations/procedures/installProgress.ts';
import { keptGoneStep } from '#core/operations/steps/update/savedKataConfigGoneStep.ts';
import { parseClusterObject } from '#core/cluster/objects/clusterObject.ts';
import {
  condition,
  kataConfig,
  manager,
  object,
  pool,
  snapshotOf,
  type Raw,
} from '#test/support/cluster/clusterObjects.ts';
import { liveStage, type LiveStage } from '#test/support/cluster/liveStage.ts';
import { unseenSituation } from '#test/support/operations/situations.ts';
import { playProcedure, send, situationOf, situationWith, stepsOf } from '#test/support/operations/procedureStage.ts';

const before = formatCsvName('1.11.0');

/** Peer pods of release 1.11; the plan for 1.12 waits for a yes. */
function oldPeerPods(): LiveStage {
  return liveStage({
    name: 'peer-pods',
    prelude: [
      createNamespace,
      createOperatorGroup,
      subscribeWith({ installPlanApproval: 'Manual', startingCSV: before }),
      untilSubscription('InstallPlanPending', 'RequiresApproval'),
      { approve: { resource: names.installPlans, namespace: operatorNamespace } },
      { until: { ...theCsv, name: before, path: 'status.phase', is: 'Succeeded' } },
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
    /Approve the InstallPlan.*first kept on the cluster.*Delete the KataConfig.*Create the KataConfig/,
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

/** What somebody wrote into the KataConfig, some of it not known here. */
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
  assert.match(step?.gate?.consequences[0] ?? '', /ami-0old: keep that id if the image is your own/);
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

const csv = (created: string, status: Raw = { phase: 'Succeeded' }): Raw =>
  object(
    'sandboxed-containers-operator.v1.12.0',
    { spec: { version: '1.12.0' }, status },
    { creationTimestamp: created },
  );
const subscription = (status: Raw = {}, spec: Raw = {}): Raw =>
  object('ours', {
    spec: {
      name: 'sandboxed-containers-operator',
      channel: 'stable',
      source: 'redhat-operators',
      sourceNamespace: 'openshift-marketplace',
      ...spec,
    },
    status: {
      installedCSV: 'sandboxed-containers-operator.v1.12.0',
      currentCSV: 'sandboxed-containers-operator.v1.12.0',
      state: 'AtLatestKnown',
      ...status,
    },
  });
const group = object('group', { spec: { targetNamespaces: [operatorNamespace] } });
const kata = kataConfig(
  condition('False', '', ''),
  { installed: ['worker-0'] },
  { runtimeClasses: ['kata', 'kata-remote'] },
  { enablePeerPods: true },
  { creationTimestamp: '2026-11-01T10:00:00Z' },
);
const settled = {
  operatorGroups: [group],
  subscriptions: [subscription()],
  clusterServiceVersions: [csv('2026-11-01T11:00:00Z')],
  deployments: [manager],
  kataConfigs: [kata],
};

function keptOn({ cluster: { client } }: LiveStage): unknown {
  return client.get(names.configMaps, 'kata-vscode-kept-kataconfig', operatorNamespace);
}

/** The KataConfig above, as it is made again. */
const whole = {
  apiVersion: 'kataconfiguration.openshift.io/v1',
  kind: 'KataConfig',
  metadata: { name: 'example-kataconfig' },
  spec: { enablePeerPods: true },
};
const wholeNow = { found: { uid: parseClusterObject(kata)?.uid ?? '', manifest: whole } };
const live = { uid: 'k', name: 'kata-vscode-kept-kataconfig', namespace: operatorNamespace, resourceVersion: '1' };
const kept = { found: { ...live, kataConfig: whole } };

type Known = NonNullable<Parameters<typeof situationWith>[1]>;

function stepsWith(
  objects: Parameters<typeof snapshotOf>[0],
  choices: UpdateChoices = {},
  facts: Known = {},
): readonly ProcedureStep[] {
  const known: Known = { kataPods: { pods: [], cut: false }, keptKataConfig: {}, wholeKataConfig: wholeNow, ...facts };
  return update.steps(situationWith(snapshotOf(objects), known), choices);
}

function current(
  objects: Parameters<typeof snapshotOf>[0],
  choices: UpdateChoices = {},
  facts: Known = {},
): ProcedureStep | undefined {
  return findCurrentStep(stepsWith(objects, choices, facts));
}

test('update saves the current KataConfig before deleting it and explains why it is recreated', () => {
  const step = current(settled);
  assert.deepEqual([step?.id, step?.state], ['keep', 'ready']);
  assert.match(
    step?.gate?.consequences.join(' ') ?? '',
    /KataConfig is of 2026-11-01T10:00:00Z, and sandboxed-containers-operator\.v1\.12\.0 was installed at 2026-11-01T11:00:00Z/,
  );
  const older = { found: { ...live, kataConfig: { ...whole, spec: { logLevel: 'debug' } } } };
  const again = current(settled, {}, { keptKataConfig: older });
  assert.deepEqual([again?.id, again?.state], ['keep', 'ready']);
  assert.match(
    again?.gate?.consequences.join(' ') ?? '',
    /kept there now is replaced: KataConfig example-kataconfig: \{"logLevel":"debug"\}/,
  );
  const another = current(settled, {}, { wholeKataConfig: { found: { uid: 'of-before', manifest: whole } } });
  assert.deepEqual([another?.id, another?.state], ['keep', 'unknown'], 'what was read is of another one');
});

test('update explains the deletion, where the KataConfig is saved, and that nodes reboot twice', () => {
  const step = current(settled, {}, { keptKataConfig: kept });
  assert.deepEqual([step?.id, step?.state, step?.gate?.typed], ['kataconfig-gone', 'ready', 'demo']);
  const said = step?.gate?.consequences.join(' ') ?? '';
  assert.match(said, /thought to be of an earlier release/);
  assert.match(said, /ConfigMap kata-vscode-kept-kataconfig in .* made again from there: nodes reboot a second time/);
});

test("update recreates the saved KataConfig and isn't complete if it can't be read", () => {
  const { kataConfigs: _gone, ...rest } = settled;
  const data = {
    metadata: { name: 'peer-pods-cm', namespace: operatorNamespace, uid: 'cm' },
    data: { CLOUD_PROVIDER: 'aws', PODVM_AMI_ID: '' },
  };
  const between = current(
    { ...rest, configMaps: [data] },
    {},
    { keptKataConfig: kept, wholeKataConfig: {}, kataConfigCrd: {} },
  );
  assert.equal(between?.id, 'kataconfig', between?.headline);
  assert.deepEqual(
    between.changes.map((change) => (change.how === 'apply' ? change.object : {})),
    [whole],
  );
  const broken = current({ ...rest, configMaps: [data] }, {}, { keptKataConfig: { found: live }, wholeKataConfig: {} });
  assert.equal(broken?.state === 'done', false);
  const unread = findCurrentStep(
    update.steps(situationWith(snapshotOf(rest), { kataPods: { pods: [], cut: false } }), {}),
  );
  assert.equal(unread?.state, 'unknown');
  assert.equal(current(rest, {}, { wholeKataConfig: {} }), undefined);
});

test('update asks before it deletes a saved KataConfig that differs from the current one', () => {
  const renewed = { ...settled, clusterServiceVersions: [csv('2026-11-01T09:00:00Z')] };
  const last = (facts: Known): ProcedureStep | undefined => stepsWith(renewed, {}, facts).at(-1);
  assert.equal(last({})?.state, 'done');
  const of = (spec: Raw): ProcedureStep =>
    keptGoneStep(
      situationWith(snapshotOf(renewed), {
        keptKataConfig: { found: { ...live, kataConfig: { ...whole, spec } } },
        wholeKataConfig: wholeNow,
      }),
    );
  assert.deepEqual([of({ enablePeerPods: true }).state, of({ enablePeerPods: true }).gate], ['ready', undefined]);
  assert.match(
    of({ enablePeerPods: true, logLevel: 'debug' }).gate?.consequences.join(' ') ?? '',
    /keeps what an update deleted: .*"logLevel":"debug"/,
  );
});

test('update waits at its first step while OpenShift is too old for the next release, and continues after OpenShift is updated', async () => {
  const words = 'OpenShift 4.21.3 is older than 4.21.9, the first 4.21 version that OSC 1.12 supports.';
  const stage = liveStage({ name: 'update-waits' });
  const [openShift, release] = await stepsOf(stage, update, {});
  assert.deepEqual([openShift?.state, openShift?.headline], ['blocked', 'OpenShift 4.21.3 is older than 4.21.9']);
  assert.deepEqual(
    [openShift?.meaning, openShift?.todo],
    [`${words} The operation continues after you update OpenShift.`, 'Update OpenShift to 4.21.9 or later first.'],
  );
  assert.deepEqual([release?.state, release?.gate], ['later', undefined], 'nothing to confirm yet');
  const blocked = await playProcedure(stage, update, {});
  assert.deepEqual([blocked.outcome, blocked.sent], ['blocked', []]);
  const finding = evaluatePreflight(await situationOf(stage, listRequiredLookups())).checked.find(
    ({ check }) => check.id === 'openshift-version-update',
  )?.finding;
  assert.deepEqual([finding?.verdict, `${finding?.summary}.`], ['warn', words], 'the check before says the same');
  stage.cluster.play({
    patch: { resource: names.clusterVersions, name: 'version' },
    with: { spec: { desiredUpdate: { version: '4.21.9' } } },
  });
  stage.cluster.play({ wait: 1000 });
  const [updating, next] = await stepsOf(stage, update, {});
  assert.deepEqual(
    [updating?.state, next?.state, next?.gate],
    ['waiting', 'later', undefined],
    'nothing to confirm while OpenShift is being updated',
  );
  const played = await playProcedure(stage, update, {}, { pace: 60_000 });
  assert.deepEqual([played.outcome, played.sent.length, played.asked.length], ['done', 1, 1]);
  assert.ok(
    played.told.some((told) => told.includes('OpenShift is being updated to 4.21.9')),
    played.told.join('\n'),
  );
  assert.deepEqual(
    played.steps.map(({ state }) => state),
    ['done', 'done'],
  );
});

test('update ticks its OpenShift step if the next release supports the version', async () => {
  const stage = liveStage({
    name: 'update-waits',
    objects: (now) => createPlatform({ workers: 2, platform: 'BareMetal' }, now),
  });
  const [openShift, release] = await stepsOf(stage, update, {});
  assert.deepEqual([openShift?.state, openShift?.headline], ['done', 'OpenShift 4.21.9, and no update is under way']);
  assert.doesNotMatch(release?.gate?.consequences.join(' ') ?? '', /OpenShift \d/);
});

test('update is blocked by an OpenShift version that is too old for the next release, and warns if that release is installed already', () => {
  const history = (version: string): Raw =>
    object('version', {
      status: { history: [{ state: 'Completed', version }], conditions: [{ type: 'Progressing', status: 'False' }] },
    });
  const before = {
    ...settled,
    subscriptions: [subscription({ currentCSV: 'sandboxed-containers-operator.v1.12.1' })],
    clusterVersions: [history('4.17.9')],
  };
  const blocked = current(before);
  assert.deepEqual(
    [blocked?.id, blocked?.state, blocked?.headline],
    ['openshift', 'blocked', 'OpenShift 4.17.9 is too old'],
  );
  assert.match(blocked?.todo ?? '', /Update OpenShift to 4\.18\.38 or later/);
  assert.equal(stepsWith({ ...settled, clusterVersions: [history('4.17.9')] })[0]?.state, 'open');
  const plan = object('install-next', {
    spec: { approved: true, clusterServiceVersionNames: ['sandboxed-containers-operator.v1.12.1'] },
    status: { phase: 'Installing' },
  });
  assert.equal(current({ ...before, installPlans: [plan] })?.id, 'release', 'OLM has started the update');
});

test('update reports that support of the OpenShift version by the next release is unknown', () => {
  const words = 'Unknown whether the release of OSC supports the OpenShift version of this cluster.';
  const version = object('version', {
    status: {
      history: [{ state: 'Completed', version: 'nightly' }],
      conditions: [{ type: 'Progressing', status: 'False' }],
    },
  });
  const [openShift] = stepsWith({ ...settled, clusterVersions: [version] });
  assert.deepEqual(
    [openShift?.title, openShift?.state, openShift?.meaning],
    ['Check the OpenShift version', 'open', words],
  );
  assert.equal(openShiftWarning(unseenSituation()), words);
});

test('update waits while OpenShift is being updated', () => {
  const version = object('version', {
    status: { desired: { version: '4.19.3' }, conditions: [{ type: 'Progressing', status: 'True' }] },
  });
  const step = current({ ...settled, clusterVersions: [version] });
  assert.deepEqual(
    [step?.id, step?.state, step?.headline],
    ['openshift', 'waiting', 'OpenShift is being updated to 4.19.3'],
  );
});

test("update is unknown if the ClusterVersion can't be read", () => {
  const situation = situationWith(snapshotOf(settled), {
    kataPods: { pods: [], cut: false },
    keptKataConfig: {},
    wholeKataConfig: wholeNow,
  });
  const hidden = { state: { kind: 'forbidden', verb: 'list', trouble: { message: 'no' } }, items: new Map() } as const;
  const step = findCurrentStep(
    update.steps({ ...situation, snapshot: { ...situation.snapshot, clusterVersions: hidden } }, {}),
  );
  assert.deepEqual([step?.id, step?.state], ['openshift', 'unknown']);
  assert.match(step?.todo ?? '', /right to list clusterversions/);
});

test('update waits for nodes that follow an OpenShift update but not for KataConfig reboots', () => {
  const rolling = pool('worker', 'rendered-worker-2');
  const step = current({ ...settled, machineConfigPools: [rolling] });
  assert.deepEqual(
    [step?.id, step?.state, step?.headline],
    ['openshift', 'waiting', 'Nodes are being updated: worker'],
  );
  assert.match(step?.evidence.join(' ') ?? '', /worker: 0 of 2 nodes updated/);
  const renewed = { ...settled, clusterServiceVersions: [csv('2026-11-01T09:00:00Z')], machineConfigPools: [rolling] };
  assert.notEqual(current(renewed)?.id, 'openshift');
});

test('update switches to another channel if the catalog has it', () => {
  const step = current(settled, { channel: 'stable-1.13' });
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
  assert.equal(current(settled, { channel: 'stable-1.13' }, { packageManifest: { found } })?.state, 'blocked');
});

test('update is blocked by a missing or failed operator and waits for a pending one', () => {
  const none = current({ ...settled, subscriptions: [], deployments: [] });
  assert.deepEqual([none?.id, none?.state, none?.todo], ['release', 'blocked', 'Install the operator.']);
  const failed = current({
    ...settled,
    clusterServiceVersions: [csv('2026-11-01T11:00:00Z', { phase: 'Failed', reason: 'InstallCheckFailed' })],
  });
  assert.deepEqual([failed?.id, failed?.state], ['release', 'blocked']);
  const pending = current({
    ...settled,
    subscriptions: [subscription({ currentCSV: 'sandboxed-containers-operator.v1.13.0', state: 'UpgradePending' })],
  });
  assert.deepEqual([pending?.id, pending?.state], ['release', 'waiting']);
});

test("update can't determine the image age without the creation time of the CSV", () => {
  const step = current({
    ...settled,
    clusterServiceVersions: [
      object('sandboxed-containers-operator.v1.12.0', { spec: { version: '1.12.0' }, status: { phase: 'Succeeded' } }),
    ],
  });
  assert.equal(step?.state, 'unknown');
});

test('saved KataConfig contains all user fields and no server fields', () => {
  const metadata = {
    name: 'a',
    uid: 'u',
    resourceVersion: '7',
    creationTimestamp: '2026-11-01T09:00:00Z',
    finalizers: ['f'],
    managedFields: [],
    labels: { a: 'b' },
  };
  const raw = {
    ...whole,
    metadata,
    spec: { logLevel: 'debug', kataConfigPoolSelector: null, later: { x: 1 } },
    status: { runtimeClasses: ['kata'] },
  };
  const { apiVersion, kind } = whole;
  assert.deepEqual(wholeKataConfig(raw), {
    apiVersion,
    kind,
    metadata: { name: 'a', labels: { a: 'b' } },
    spec: { logLevel: 'debug', later: { x: 1 } },
  });
  assert.equal(wholeKataConfig({ ...raw, kind: 'Secret' }), undefined);
  assert.equal(wholeKataConfig({ ...raw, metadata: { name: '$(x)' } }), undefined);
  for (const text of ['', 'no', '[]', '{"kind":"KataConfig"}'])
    assert.equal(parseSavedKataConfig({ data: { 'kataconfig.json': text } }), undefined);
  assert.deepEqual(parseSavedKataConfig(createSavedKataConfig(whole)), whole);
});

test("update doesn't clear the image ID if image deletion jobs can't be read", () => {
  const cm = object('peer-pods-cm', { data: { CLOUD_PROVIDER: 'aws', PODVM_AMI_ID: 'ami-0old' } });
  const seen = watchedKindIds.filter((id) => id !== 'jobs');
  const snapshot = (known: readonly WatchedKindId[]): Snapshot =>
    snapshotOf({ ...settled, kataConfigs: [], configMaps: [cm] }, known);
  const step = (known: readonly WatchedKindId[]): ProcedureStep | undefined =>
    findCurrentStep(
      update.steps(
        situationWith(snapshot(known), {
          kataPods: { pods: [], cut: false },
          keptKataConfig: kept,
          wholeKataConfig: {},
          kataConfigCrd: {},
        }),
        {},
      ),
    );
  assert.deepEqual([step(seen)?.id, step(seen)?.state], ['image-id', 'unknown']);
  assert.equal(step(watchedKindIds)?.state, 'ready');
});
