/** Tests how an update saves and recreates the KataConfig. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findCurrentStep, type ProcedureStep } from '#core/operations/procedure.ts';
import {
  parseSavedKataConfig,
  createSavedKataConfig,
  wholeKataConfig,
} from '#core/operations/changes/savedKataConfig.ts';
import { update } from '#core/operations/procedures/update.ts';
import { operatorNamespace } from '#core/product/namespaces.ts';
import { keptGoneStep } from '#core/operations/steps/update/savedKataConfigGoneStep.ts';
import { snapshotOf, type Raw } from '#test/support/cluster/clusterObjects.ts';
import { situationWith } from '#test/support/operations/procedureStage.ts';
import {
  createCsv,
  findUpdateStep,
  listUpdateSteps,
  recreatedKataConfig,
  recreatedKataConfigFact,
  savedConfigMap,
  savedKataConfigFact,
  type UpdateFacts,
  updatedObjects,
} from './updateFixtures.ts';

test('update saves the current KataConfig before deleting it and explains why it is recreated', () => {
  const step = findUpdateStep(updatedObjects);
  assert.deepEqual([step?.id, step?.state], ['keep', 'ready']);
  assert.match(
    step?.gate?.consequences.join(' ') ?? '',
    /KataConfig was created at 2026-11-01T10:00:00Z, and sandboxed-containers-operator\.v1\.12\.0 was installed at 2026-11-01T11:00:00Z/,
  );
  const older = { found: { ...savedConfigMap, kataConfig: { ...recreatedKataConfig, spec: { logLevel: 'debug' } } } };
  const again = findUpdateStep(updatedObjects, {}, { keptKataConfig: older });
  assert.deepEqual([again?.id, again?.state], ['keep', 'ready']);
  assert.match(
    again?.gate?.consequences.join(' ') ?? '',
    /outdated copy of the KataConfig is replaced: KataConfig example-kataconfig: \{"logLevel":"debug"\}/,
  );
  const another = findUpdateStep(
    updatedObjects,
    {},
    { wholeKataConfig: { found: { uid: 'of-before', manifest: recreatedKataConfig } } },
  );
  assert.deepEqual([another?.id, another?.state], ['keep', 'unknown'], 'what was read is of another one');
});

test('update explains the deletion, where the KataConfig is saved, and that nodes reboot twice', () => {
  const step = findUpdateStep(updatedObjects, {}, { keptKataConfig: savedKataConfigFact });
  assert.deepEqual([step?.id, step?.state, step?.gate?.typed], ['kataconfig-gone', 'ready', 'demo']);
  const said = step?.gate?.consequences.join(' ') ?? '';
  assert.match(said, /probably from an earlier release/);
  assert.match(said, /ConfigMap kata-vscode-kept-kataconfig in .* recreated from it\. Nodes then reboot a second time/);
});

test("update recreates the saved KataConfig and isn't complete if it can't be read", () => {
  const { kataConfigs: _gone, ...rest } = updatedObjects;
  const data = {
    metadata: { name: 'peer-pods-cm', namespace: operatorNamespace, uid: 'cm' },
    data: { CLOUD_PROVIDER: 'aws', PODVM_AMI_ID: '' },
  };
  const between = findUpdateStep(
    { ...rest, configMaps: [data] },
    {},
    { keptKataConfig: savedKataConfigFact, wholeKataConfig: {}, kataConfigCrd: {} },
  );
  assert.equal(between?.id, 'kataconfig', between?.headline);
  assert.deepEqual(
    between.changes.map((change) => (change.how === 'apply' ? change.object : {})),
    [recreatedKataConfig],
  );
  const broken = findUpdateStep(
    { ...rest, configMaps: [data] },
    {},
    { keptKataConfig: { found: savedConfigMap }, wholeKataConfig: {} },
  );
  assert.equal(broken?.state === 'done', false);
  const unread = findCurrentStep(
    update.steps(situationWith(snapshotOf(rest), { kataPods: { pods: [], cut: false } }), {}),
  );
  assert.equal(unread?.state, 'unknown');
  assert.equal(findUpdateStep(rest, {}, { wholeKataConfig: {} }), undefined);
});

test('update asks before it deletes a saved KataConfig that differs from the current one', () => {
  const renewed = { ...updatedObjects, clusterServiceVersions: [createCsv('2026-11-01T09:00:00Z')] };
  const last = (facts: UpdateFacts): ProcedureStep | undefined => listUpdateSteps(renewed, {}, facts).at(-1);
  assert.equal(last({})?.state, 'done');
  const of = (spec: Raw): ProcedureStep =>
    keptGoneStep(
      situationWith(snapshotOf(renewed), {
        keptKataConfig: { found: { ...savedConfigMap, kataConfig: { ...recreatedKataConfig, spec } } },
        wholeKataConfig: recreatedKataConfigFact,
      }),
    );
  assert.deepEqual([of({ enablePeerPods: true }).state, of({ enablePeerPods: true }).gate], ['ready', undefined]);
  assert.match(
    of({ enablePeerPods: true, logLevel: 'debug' }).gate?.consequences.join(' ') ?? '',
    /contains the KataConfig that an update deleted: .*"logLevel":"debug"/,
  );
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
    ...recreatedKataConfig,
    metadata,
    spec: { logLevel: 'debug', kataConfigPoolSelector: null, later: { x: 1 } },
    status: { runtimeClasses: ['kata'] },
  };
  const { apiVersion, kind } = recreatedKataConfig;
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
  assert.deepEqual(parseSavedKataConfig(createSavedKataConfig(recreatedKataConfig)), recreatedKataConfig);
});
