/** Tests misspelled keys, kinds, and API versions of the known objects, and their names, labels, and value types. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  configMap,
  operatorGroupWith,
  secret,
  subscriptionWith,
} from '#server/manifest/rules/shared/exampleObjects.ts';
import { check } from '#test/support/manifests/checkText.ts';
import { found, fixText, kataConfig, pod, workload } from '#test/support/manifests/podManifests.ts';

const gates = configMap('osc-feature-gates', 'confidential: "true"');
const runtimeClass = 'apiVersion: node.k8s.io/v1\nkind: RuntimeClass\nmetadata:\n  name: small\nhandler: kata\n';
const peerPods = configMap(
  'peer-pods-cm',
  'CLOUD_PROVIDER: "libvirt"',
  'LIBVIRT_POOL: "default"',
  'LIBVIRT_VOL_NAME: "podvm-base.qcow2"',
  'LIBVIRT_DIR_NAME: "/var/lib/libvirt/images"',
);

/** Misspells one key in a text. */
const misspell = (text: string, key: string, written: string): string =>
  text.replace(new RegExp(`(^|\\n)( *)${key}:`), `$1$2${written}:`);

describe('misspelled key', () => {
  const cases: readonly [name: string, text: string, key: string, typos: readonly string[], rule: string][] = [
    ['a ConfigMap', gates, 'apiVersion', ['apiVesion', 'apiversion'], 'data-shape'],
    ['a ConfigMap', gates, 'kind', ['knd', 'kidn'], 'data-shape'],
    ['a ConfigMap', gates, 'metadata', ['metdata', 'meta', 'metaData'], 'data-shape'],
    ['a ConfigMap', gates, 'data', ['date', 'dat', 'datas'], 'data-shape'],
    ['a ConfigMap', gates, 'name', ['nmae', 'Name'], 'unknown-field'],
    ['a ConfigMap', gates, 'namespace', ['namepace', 'nameSpace'], 'unknown-field'],
    ['a Secret', secret('stringData', 'GCP_CREDENTIALS: "x"'), 'stringData', ['stringdata', 'strngData'], 'data-shape'],
    ['an OperatorGroup', operatorGroupWith('  selector: {}'), 'spec', ['sepc', 'spec_'], 'unknown-field'],
    ['a Subscription', subscriptionWith(), 'channel', ['chanel', 'Channel'], 'unknown-field'],
    ['a Subscription', subscriptionWith(), 'source', ['soruce'], 'unknown-field'],
    ['a RuntimeClass', runtimeClass, 'handler', ['handlr', 'handeler'], 'unknown-field'],
    ['a Pod', pod(), 'spec', ['sepc'], 'unknown-field'],
    ['a Pod', pod(), 'metadata', ['metdata'], 'unknown-field'],
  ];
  for (const [name, text, key, typos, rule] of cases)
    for (const written of typos)
      test(`is reported and corrected: ${written} in ${name}`, async () => {
        const changed = misspell(text, key, written);
        assert.deepEqual(
          (await found(changed)).filter((line) => line === `${rule} error`),
          [`${rule} error`],
        );
        assert.equal(await fixText(changed), text);
      });
  test('is reported in a pod template', async () => {
    const text = workload('Deployment', { annotations: ['io.katacontainers.config.hypervisor.default_vcpus: "2"'] });
    assert.deepEqual(await found(text.replace('annotations:', 'annottions:')), ['unknown-field error']);
  });
  test('is reported with a suggestion for a PeerPodConfig', async () => {
    const text =
      'apiVesion: confidentialcontainers.org/v1alpha1\nkind: PeerPodConfig\nmetadata:\n  name: a\n  namepace: b\n';
    const messages = (await check(text)).map(({ message }) => message).join('\n');
    assert.match(messages, /Did you mean apiVersion\?/);
    assert.match(messages, /Did you mean namespace\?/);
  });
  test('in a KataConfig lists finalizers and ownerReferences', async () => {
    const [unknown] = await check(kataConfig().replace('  name: a\n', '  name: a\n  foo: b\n'));
    assert.match(unknown?.message ?? '', /name, generateName, labels, annotations, finalizers, ownerReferences/);
  });
});

describe('unknown field', () => {
  test('is moved to the mapping that has it', async () => {
    const text = pod({ annotations: ['example.com/a: b'] });
    const lifted = text.replace('  annotations:\n    example', 'annotations:\n  example');
    assert.deepEqual(await found(lifted), ['unknown-field error']);
    assert.equal(await fixText(lifted), text);
  });
  test('is accepted in a template, a kustomize directive, or a sops file', async () => {
    for (const line of ['$patch: delete', 'sops:\n  version: "3"', '${KEY}: x'])
      assert.deepEqual(await found(`${gates}${line}\n`), [], line);
  });
});

describe('kind and apiVersion', () => {
  test('are corrected if the rest identifies the object', async () => {
    for (const [text, from, to] of [
      [gates, 'kind: ConfigMap', 'kind: Configmap'],
      [gates, 'apiVersion: v1', 'apiVersion: v2'],
      [gates, 'apiVersion: v1', 'apiVersion: apps/v1'],
      [subscriptionWith(), 'operators.coreos.com/v1alpha1', 'operators.coreos.com/v1'],
      [subscriptionWith(), 'operators.coreos.com/v1alpha1', 'operator.coreos.com/v1alpha1'],
      [subscriptionWith(), 'kind: Subscription', 'kind: Subscripton'],
      [runtimeClass, 'node.k8s.io/v1', 'node.k8s.io/v1beta1'],
      [pod(), 'kind: Pod', 'kind: pod'],
      [workload('Deployment', {}), 'apps/v1', 'extensions/v1beta1'],
    ] as const) {
      const changed = text.replace(from, to);
      assert.deepEqual(
        (await found(changed)).filter((line) => line.startsWith('no-such-kind')),
        ['no-such-kind error'],
        to,
      );
      assert.equal(await fixText(changed), text);
    }
  });
  test('that earlier clusters serve are information for earlier releases', async () =>
    assert.deepEqual(await found(runtimeClass.replace('/v1\n', '/v1beta1\n'), { release: '1.8' }), [
      'no-such-kind info',
    ]));
  test('of other software are accepted', async () => {
    for (const [text, from, to] of [
      [gates, 'apiVersion: v1\nkind: ConfigMap', 'apiVersion: external-secrets.io/v1\nkind: ExternalSecret'],
      [gates, 'apiVersion: v1\nkind: ConfigMap', 'apiVersion: example.com/v1\nkind: ConfigMap'],
      [subscriptionWith(), 'operators.coreos.com/v1alpha1', 'apps.open-cluster-management.io/v1'],
      [operatorGroupWith('  selector: {}'), 'operators.coreos.com/v1', 'operators.coreos.com/v1alpha2'],
    ] as const)
      assert.deepEqual(await found(text.replace(from, to)), [], to);
  });
  test('that are wrong make peer-pods-cm missing for a KataConfig', async () => {
    const files = { 'peer-pods-cm.yaml': peerPods.replace('kind: ConfigMap', 'kind: Configmap') };
    const text = kataConfig('enablePeerPods: true');
    assert.deepEqual(await found(text, { files: { 'peer-pods-cm.yaml': peerPods } }), []);
    assert.deepEqual(await found(text, { files }), ['kataconfig-peerpods-missing-cm warning']);
  });
});

describe('names and labels', () => {
  test('that the API server rejects are errors', async () => {
    const named = (name: string) => runtimeClass.replace('name: small', `name: ${name}`);
    for (const name of ['Small', 'small_one', '""', '-small', 'a'.repeat(254)])
      assert.deepEqual(await found(named(name)), ['metadata-invalid error'], name);
    for (const name of ['small.one', 'a'.repeat(253), '${NAME}', 'POD_NAME', '__NAME__'])
      assert.ok(!(await found(named(name))).includes('metadata-invalid error'), name);
    assert.deepEqual(await found(runtimeClass.replace('  name: small\n', '  labels: {}\n')), ['missing-field error']);
    assert.deepEqual(await found(runtimeClass.replace('  name: small\n', '  generateName: small-\n')), []);
  });
  test('with a placeholder have only one finding', async () =>
    assert.deepEqual(await found(kataConfig().replace('name: a', 'name: <name>')), ['placeholder-left-in warning']));
  test('with the wrong type are errors, which quotation marks fix', async () => {
    const labelled = (label: string) => gates.replace('metadata:\n', `metadata:\n  labels:\n    ${label}\n`);
    for (const value of ['1', 'true', '1.5'])
      assert.deepEqual(await found(labelled(`app: ${value}`)), ['wrong-type error'], value);
    assert.equal(await fixText(labelled('app: 1')), labelled('app: "1"'));
    assert.deepEqual(await found(labelled('app:')), []);
    assert.deepEqual(await found(labelled('app: "bad value!"')), ['metadata-invalid error']);
    assert.deepEqual(await found(labelled('"bad key": a')), ['metadata-invalid error']);
    assert.deepEqual(await found(subscriptionWith('channel: 1.12')), ['wrong-type error']);
  });
  test('in uppercase are reported as misnamed for peer-pods-cm', async () =>
    assert.deepEqual(await found(peerPods.replace('name: peer-pods-cm', 'name: Peer-Pods-CM')), [
      'ppcm-name-namespace error',
    ]));
});

describe('data keys', () => {
  const renamed = (key: string) => peerPods.replace('  LIBVIRT_POOL:', `  ${key}:`);
  test('that the API server rejects are errors, and count as missing', async () => {
    for (const key of ['"LIBVIRT_POOL "', 'LIBVIRT POOL', 'LIBVIRT/POOL']) {
      assert.deepEqual((await found(renamed(key))).toSorted(), ['data-shape error', 'ppcm-missing-key error'], key);
      assert.equal((await fixText(renamed(key))).replaceAll('"LIBVIRT_POOL"', 'LIBVIRT_POOL'), peerPods);
    }
  });
});
