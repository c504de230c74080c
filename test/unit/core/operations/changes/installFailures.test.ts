/**
 * Each way in which an install goes wrong (notes/cluster.md 5.3): what is said of it, and that it goes on once it is
 * mended.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { documentedInstallOptions, createInstallManifests } from '#core/operations/changes/installManifests.ts';
import { findCurrentStep, type ProcedureStep } from '#core/operations/procedure.ts';
import { install } from '#core/operations/procedures/install.ts';
import { scenario } from '#test/support/cluster/controllersStage.ts';
import { liveStage } from '#test/support/cluster/liveStage.ts';
import { playProcedure, stepsOf } from '#test/support/operations/procedureStage.ts';

const choices = createInstallManifests(documentedInstallOptions);
const words = ({ headline, meaning = '', todo = '' }: ProcedureStep): string => `${headline}. ${meaning} ${todo}`;

interface Failure {
  readonly scenario: string;
  readonly step: string;
  readonly words: RegExp;
  /** Without it: what the scenario does to mend it cannot be done from there. */
  readonly cure?: false;
}

const failures: readonly Failure[] = [
  {
    scenario: 'install-two-operator-groups',
    step: 'operator-group',
    words: /There are 2.*exactly one.*sandboxed-containers-operator-group and second.*Delete all but/,
  },
  {
    scenario: 'install-all-namespaces',
    step: 'operator-group',
    words: /all namespaces.*UnsupportedOperatorGroup.*Set targetNamespaces/,
  },
  {
    scenario: 'install-wrong-target',
    step: 'operator-group',
    words: /openshft-sandboxed.*the i of openshift is missing/,
  },
  {
    scenario: 'install-other-namespace',
    step: 'namespace',
    words: /openshift-operators.*oc delete subscription .* -n openshift-operators/,
  },
  {
    scenario: 'install-no-catalogue',
    step: 'install-plan',
    words: /no CatalogSource redhat-operators: OperatorHub has it switched off/,
  },
  {
    scenario: 'install-catalogue-unreachable',
    step: 'install-plan',
    words: /does not answer.*TRANSIENT_FAILURE.*olm\.catalogSource=redhat-operators/,
  },
  {
    scenario: 'install-wrong-catalogue',
    step: 'install-plan',
    words: /Not in the catalog certified-operators.*redhat-operators has it/,
  },
  { scenario: 'install-wrong-channel', step: 'install-plan', words: /no channel candidate.*It has stable/ },
  {
    scenario: 'install-starting-csv-missing',
    step: 'install-plan',
    words: /v1\.4\.0.*does not have, or has no longer.*Leave startingCSV out/,
  },
  {
    scenario: 'install-bundle-unpack-fails',
    step: 'install-plan',
    words: /bundle cannot be fetched.*oc get jobs,pods -n openshift-marketplace/,
    cure: false,
  },
  {
    scenario: 'install-csv-left-behind',
    step: 'subscription',
    words: /earlier Subscription is still there.*oc delete csv sandboxed-containers-operator\.v1\.12\.0/,
    cure: false,
  },
  {
    scenario: 'install-plan-fails',
    step: 'install-plan',
    words: /could not be installed: .*oc describe installplan.*delete the Subscription/,
    cure: false,
  },
  { scenario: 'install-operator-image-missing', step: 'csv', words: /did not come up in time/, cure: false },
  {
    scenario: 'install-cluster-too-old',
    step: 'csv',
    words: /too old.*minKubeVersion \(1\.36\.0\).*Update OpenShift/,
    cure: false,
  },
  {
    scenario: 'install-namespace-terminating',
    step: 'namespace',
    words: /has finalizers.*peer\.pod\/finalizer.*Restart the components that own the finalizers/,
  },
  {
    scenario: 'install-crd-terminating',
    step: 'kataconfig',
    words: /definition of KataConfigs is gone again.*Delete the Subscription and the release/,
    cure: false,
  },
  { scenario: 'install-pool-paused', step: 'nodes', words: /pool master is paused.*oc patch mcp master/ },
  {
    scenario: 'install-node-degraded',
    step: 'nodes',
    words: /worker-1 failed.*failed to drain node.*oc describe node worker-1/,
    cure: false,
  },
];

for (const { scenario: name, step, words: said, cure } of failures) {
  test(`install reports the cause and the fix for ${name}`, async () => {
    const stage = liveStage({ name });
    const played = await playProcedure(stage, install, choices);
    assert.equal(played.outcome, 'blocked', played.told.join('\n'));
    const current = findCurrentStep(played.steps);
    assert.equal(current?.id, step);
    assert.match(words(current), said);
    if (cure === false) return;
    stage.cluster.play(...scenario(name).steps);
    assert.equal((await playProcedure(stage, install, choices)).outcome, 'done');
  });
}

test('install creates the missing operator group of a stuck subscription', async () => {
  const played = await playProcedure(liveStage({ name: 'install-no-operator-group' }), install, choices);
  assert.equal(played.outcome, 'done');
  assert.deepEqual(played.sent, [
    'Apply OperatorGroup sandboxed-containers-operator-group',
    'Apply KataConfig example-kataconfig',
  ]);
});

test('install creates nothing if the catalog lacks the requested catalog source, channel, or CSV', async () => {
  const stage = liveStage({ name: 'operator-missing' });
  for (const [answers, said] of [
    [{ ...documentedInstallOptions, source: 'my-mirror' }, /no CatalogSource my-mirror.*It has/],
    [{ ...documentedInstallOptions, channel: 'preview-1.0' }, /no channel preview-1\.0/],
    [
      { ...documentedInstallOptions, startingCsv: 'sandboxed-containers-operator.v1.4.0' },
      /v1\.4\.0, which the channel stable does not have/,
    ],
  ] as const) {
    const current = findCurrentStep(await stepsOf(stage, install, createInstallManifests(answers)));
    assert.deepEqual([current?.id, current?.state], ['namespace', 'blocked']);
    assert.match(current?.meaning ?? '', said);
  }
});
