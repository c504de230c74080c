/**
 * Tests each way in which an install can fail (notes/cluster.md 5.3): what is reported, and that the install continues
 * after the fix.
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
  /** False if the fix in the scenario isn't possible from this state. */
  readonly cure?: false;
}

const failures: readonly Failure[] = [
  {
    scenario: 'install-two-operator-groups',
    step: 'operator-group',
    words: /2 found.*sandboxed-containers-operator-group and second.*exactly one.*Delete the others/,
  },
  {
    scenario: 'install-all-namespaces',
    step: 'operator-group',
    words: /all namespaces.*UnsupportedOperatorGroup.*Set targetNamespaces/,
  },
  {
    scenario: 'install-wrong-target',
    step: 'operator-group',
    words: /openshft-sandboxed.*the "i" in "openshift" is missing/,
  },
  {
    scenario: 'install-other-namespace',
    step: 'namespace',
    words: /openshift-operators.*oc delete subscription .* -n openshift-operators/,
  },
  {
    scenario: 'install-no-catalogue',
    step: 'install-plan',
    words: /no CatalogSource redhat-operators\. The catalog is disabled in OperatorHub/,
  },
  {
    scenario: 'install-catalogue-unreachable',
    step: 'install-plan',
    words: /isn't responding.*TRANSIENT_FAILURE.*olm\.catalogSource=redhat-operators/,
  },
  {
    scenario: 'install-wrong-catalogue',
    step: 'install-plan',
    words: /Operator not in catalog certified-operators.*Catalog redhat-operators contains the operator/,
  },
  {
    scenario: 'install-wrong-channel',
    step: 'install-plan',
    words: /no channel candidate.*Available channels: stable/,
  },
  {
    scenario: 'install-starting-csv-missing',
    step: 'install-plan',
    words: /v1\.4\.0.*doesn't contain this version or no longer contains it.*Remove startingCSV/,
  },
  {
    scenario: 'install-bundle-unpack-fails',
    step: 'install-plan',
    words: /couldn't unpack the operator bundle.*oc get jobs,pods -n openshift-marketplace/,
    cure: false,
  },
  {
    scenario: 'install-csv-left-behind',
    step: 'subscription',
    words: /earlier Subscription still exists.*oc delete csv sandboxed-containers-operator\.v1\.12\.0/,
    cure: false,
  },
  {
    scenario: 'install-plan-fails',
    step: 'install-plan',
    words: /couldn't install .*oc describe installplan.*delete the Subscription/,
    cure: false,
  },
  { scenario: 'install-operator-image-missing', step: 'csv', words: /didn't become available in time/, cure: false },
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
    words: /KataConfig CRD was deleted after.*Delete the Subscription and the CSV/,
    cure: false,
  },
  { scenario: 'install-pool-paused', step: 'nodes', words: /Pool master is paused.*oc patch mcp master/ },
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
    [{ ...documentedInstallOptions, source: 'my-mirror' }, /no CatalogSource my-mirror.*Available catalogs: /],
    [{ ...documentedInstallOptions, channel: 'preview-1.0' }, /no channel preview-1\.0/],
    [
      { ...documentedInstallOptions, startingCsv: 'sandboxed-containers-operator.v1.4.0' },
      /v1\.4\.0, but channel stable doesn't contain this version/,
    ],
  ] as const) {
    const current = findCurrentStep(await stepsOf(stage, install, createInstallManifests(answers)));
    assert.deepEqual([current?.id, current?.state], ['namespace', 'blocked']);
    assert.match(current?.meaning ?? '', said);
  }
});
