import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  documentedInstallOptions,
  createInstallManifests,
  readKataConfigOptions,
  createKataConfigManifest,
  listInstallManifests,
  readInstallation,
} from '#core/operations/changes/installManifests.ts';
import type { KubernetesManifest } from '#core/operations/lookups/lookup.ts';
import { readNodeSelection } from '#core/operations/steps/install/kataConfigStep.ts';
import { watchedKinds } from '#core/cluster/watchedKinds/index.ts';
import { operatorNamespace } from '#core/product/namespaces.ts';

const all = (): KubernetesManifest[] => [...listInstallManifests(createInstallManifests(documentedInstallOptions))];
const without = (kind: string): KubernetesManifest[] => all().filter((one) => one['kind'] !== kind);
const problems = (manifests: readonly KubernetesManifest[]): string => {
  const read = readInstallation(manifests);
  assert.equal(read.ok, false);
  return read.ok ? '' : read.error.map(({ message }) => message).join(' ');
};
const secret = (name: string, namespace = operatorNamespace): KubernetesManifest => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { name, namespace },
  stringData: { KEY: 'value' },
});

test('default manifests match the OSC documentation', () => {
  const { namespace, operatorGroup, subscription, kataConfig } = createInstallManifests({
    ...documentedInstallOptions,
    startingCsv: 'sandboxed-containers-operator.v1.12.0',
  });
  assert.deepEqual(namespace, { apiVersion: 'v1', kind: 'Namespace', metadata: { name: operatorNamespace } });
  assert.deepEqual(operatorGroup['spec'], { targetNamespaces: [operatorNamespace] });
  assert.deepEqual(subscription['spec'], {
    channel: 'stable',
    installPlanApproval: 'Automatic',
    name: 'sandboxed-containers-operator',
    source: 'redhat-operators',
    sourceNamespace: 'openshift-marketplace',
    startingCSV: 'sandboxed-containers-operator.v1.12.0',
  });
  assert.deepEqual(kataConfig['spec'], { logLevel: 'info', checkNodeEligibility: false });
});

test('reviewed manifests are read in any order and keep manual edits', () => {
  const [namespace, group, subscription, kataConfig] = all();
  const changed = {
    ...subscription,
    spec: { ...Object(subscription?.['spec']), config: { env: [{ name: 'ROLEARN', value: 'arn' }] } },
  };
  const read = readInstallation([kataConfig ?? {}, secret('peer-pods-secret'), changed, group ?? {}, namespace ?? {}]);
  assert.ok(read.ok);
  assert.equal(read.value.subscription, changed);
  assert.equal(read.value.objects.length, 1);
  assert.deepEqual(
    listInstallManifests(read.value).map(({ kind }) => kind),
    ['Namespace', 'OperatorGroup', 'Subscription', 'Secret', 'KataConfig'],
  );
});

for (const [what, manifests, words] of [
  [
    'an unrelated kind',
    [...all(), { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'web' } }],
    /Pod web isn't part of an installation/,
  ],
  [
    'two KataConfigs',
    [...all(), createKataConfigManifest({ ...documentedInstallOptions.kataConfig, name: 'second' })],
    /Duplicate KataConfig\. A cluster can have only one/,
  ],
  ['a missing Subscription', without('Subscription'), /The Subscription is missing/],
  ['an empty list of manifests', [], /Namespace is missing.*KataConfig is missing/],
  ['an object without a kind', [...all(), { metadata: { name: 'x' } }], /has no kind/],
  [
    'an object without a name',
    [...without('KataConfig'), { apiVersion: 'kataconfiguration.openshift.io/v1', kind: 'KataConfig', metadata: {} }],
    /KataConfig has no name/,
  ],
  [
    'a namespace with another name',
    [
      ...without('Namespace'),
      { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'openshft-sandboxed-containers-operator' } },
    ],
    /operator namespace must be openshift-sandboxed-containers-operator\./,
  ],
  [
    'an OperatorGroup in another namespace',
    [
      ...without('OperatorGroup'),
      { apiVersion: 'operators.coreos.com/v1', kind: 'OperatorGroup', metadata: { name: 'g', namespace: 'x' } },
    ],
    /must be in namespace openshift-sandboxed/,
  ],
  [
    'a Subscription to another package',
    [
      ...without('Subscription'),
      {
        apiVersion: 'operators.coreos.com/v1alpha1',
        kind: 'Subscription',
        metadata: { name: 's', namespace: operatorNamespace },
        spec: { name: 'kubevirt' },
      },
    ],
    /specifies the package kubevirt/,
  ],
  [
    'an unsupported apiVersion',
    [
      ...without('KataConfig'),
      { apiVersion: 'kataconfiguration.openshift.io/v2', kind: 'KataConfig', metadata: { name: 'k' } },
    ],
    /must have apiVersion kataconfiguration/,
  ],
  [
    "a Secret that the operator doesn't use",
    [...all(), secret('my-secret')],
    /The operator doesn't read Secret my-secret/,
  ],
  ['a Secret in another namespace', [...all(), secret('peer-pods-secret', 'default')], /where the operator reads it/],
  [
    'a duplicate Secret',
    [...all(), secret('peer-pods-secret'), secret('peer-pods-secret')],
    /Duplicate Secret peer-pods-secret/,
  ],
] as const) {
  test(`manifest review rejects ${what}`, () => assert.match(problems(manifests), words));
}

test('rejected manifests are reported by position without Secret contents', () => {
  const read = readInstallation([...all(), secret('my-secret')]);
  assert.ok(!read.ok);
  assert.equal(read.error[0]?.index, 4);
  assert.doesNotMatch(JSON.stringify(read.error), /value|KEY/);
});

test('a live KataConfig converts to the answers that recreate it', () => {
  const answers = {
    name: 'mine',
    logLevel: 'debug',
    checkNodeEligibility: true,
    enablePeerPods: true,
    selector: { matchLabels: { zone: 'a' }, matchExpressions: [{ key: 'kata', operator: 'Exists', values: [] }] },
  };
  const manifest = createKataConfigManifest(answers);
  const live = watchedKinds.kataConfigs.read({
    ...manifest,
    metadata: { name: 'mine', uid: 'u', resourceVersion: '1' },
  });
  assert.ok(live);
  assert.deepEqual(readKataConfigOptions(live), answers);
  assert.deepEqual(manifest['spec'], {
    logLevel: 'debug',
    kataConfigPoolSelector: { matchLabels: { zone: 'a' }, matchExpressions: [{ key: 'kata', operator: 'Exists' }] },
    checkNodeEligibility: true,
    enablePeerPods: true,
  });
});

test('a KataConfig that checks eligibility selects only eligible nodes, also with peer pods', () => {
  const answers = { name: 'a', checkNodeEligibility: true, enablePeerPods: true };
  assert.deepEqual(readNodeSelection(createKataConfigManifest(answers)), {
    checkNodeEligibility: true,
    enablePeerPods: true,
  });
});
