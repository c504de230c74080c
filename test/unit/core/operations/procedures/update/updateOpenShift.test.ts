/** Tests how an update depends on the OpenShift version and on updates of OpenShift. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findCurrentStep } from '#core/operations/procedure.ts';
import { listRequiredLookups, evaluatePreflight } from '#core/operations/checks/preflight.ts';
import { openShiftWarning } from '#core/operations/preflightFindings/openShiftFinding.ts';
import { update } from '#core/operations/procedures/update.ts';
import * as names from '#simulator/controllers/framework/resourceNames.ts';
import { createPlatform } from '#simulator/scenarios/initialObjects/platform.ts';
import { object, pool, snapshotOf, type Raw } from '#test/support/cluster/clusterObjects.ts';
import { liveStage } from '#test/support/cluster/liveStage.ts';
import { unseenSituation } from '#test/support/operations/situations.ts';
import { playProcedure, situationOf, situationWith, stepsOf } from '#test/support/operations/procedureStage.ts';
import {
  createCsv,
  createSubscription,
  findUpdateStep,
  listUpdateSteps,
  recreatedKataConfigFact,
  updatedObjects,
} from './updateFixtures.ts';

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

test('update completes its OpenShift step if the next release supports the version', async () => {
  const stage = liveStage({
    name: 'update-waits',
    objects: (now) => createPlatform({ workers: 2, platform: 'BareMetal' }, now),
  });
  const [openShift, release] = await stepsOf(stage, update, {});
  assert.deepEqual([openShift?.state, openShift?.headline], ['done', 'OpenShift 4.21.9, no update in progress']);
  assert.doesNotMatch(release?.gate?.consequences.join(' ') ?? '', /OpenShift \d/);
});

test('update is blocked by an OpenShift version that is too old for the next release, and warns if that release is installed already', () => {
  const history = (version: string): Raw =>
    object('version', {
      status: { history: [{ state: 'Completed', version }], conditions: [{ type: 'Progressing', status: 'False' }] },
    });
  const before = {
    ...updatedObjects,
    subscriptions: [createSubscription({ currentCSV: 'sandboxed-containers-operator.v1.12.1' })],
    clusterVersions: [history('4.17.9')],
  };
  const blocked = findUpdateStep(before);
  assert.deepEqual(
    [blocked?.id, blocked?.state, blocked?.headline],
    ['openshift', 'blocked', 'OpenShift 4.17.9 is too old'],
  );
  assert.match(blocked?.todo ?? '', /Update OpenShift to 4\.18\.38 or later/);
  assert.equal(listUpdateSteps({ ...updatedObjects, clusterVersions: [history('4.17.9')] })[0]?.state, 'open');
  const plan = object('install-next', {
    spec: { approved: true, clusterServiceVersionNames: ['sandboxed-containers-operator.v1.12.1'] },
    status: { phase: 'Installing' },
  });
  assert.equal(findUpdateStep({ ...before, installPlans: [plan] })?.id, 'release', 'OLM has started the update');
});

test('update reports that support of the OpenShift version by the next release is unknown', () => {
  const words = "Can't determine whether the OSC release supports this cluster's OpenShift version.";
  const version = object('version', {
    status: {
      history: [{ state: 'Completed', version: 'nightly' }],
      conditions: [{ type: 'Progressing', status: 'False' }],
    },
  });
  const [openShift] = listUpdateSteps({ ...updatedObjects, clusterVersions: [version] });
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
  const step = findUpdateStep({ ...updatedObjects, clusterVersions: [version] });
  assert.deepEqual(
    [step?.id, step?.state, step?.headline],
    ['openshift', 'waiting', 'OpenShift is being updated to 4.19.3'],
  );
});

test("update is unknown if the ClusterVersion can't be read", () => {
  const situation = situationWith(snapshotOf(updatedObjects), {
    kataPods: { pods: [], cut: false },
    keptKataConfig: {},
    wholeKataConfig: recreatedKataConfigFact,
  });
  const hidden = { state: { kind: 'forbidden', verb: 'list', trouble: { message: 'no' } }, items: new Map() } as const;
  const step = findCurrentStep(
    update.steps({ ...situation, snapshot: { ...situation.snapshot, clusterVersions: hidden } }, {}),
  );
  assert.deepEqual([step?.id, step?.state], ['openshift', 'unknown']);
  assert.match(step?.todo ?? '', /Request permission to list clusterversions/);
});

test('update waits for nodes that follow an OpenShift update but not for KataConfig reboots', () => {
  const rolling = pool('worker', 'rendered-worker-2');
  const step = findUpdateStep({ ...updatedObjects, machineConfigPools: [rolling] });
  assert.deepEqual(
    [step?.id, step?.state, step?.headline],
    ['openshift', 'waiting', 'Nodes are being updated: worker'],
  );
  assert.match(step?.evidence.join(' ') ?? '', /worker: 0 of 2 nodes updated/);
  const renewed = {
    ...updatedObjects,
    clusterServiceVersions: [createCsv('2026-11-01T09:00:00Z')],
    machineConfigPools: [rolling],
  };
  assert.notEqual(findUpdateStep(renewed)?.id, 'openshift');
});
