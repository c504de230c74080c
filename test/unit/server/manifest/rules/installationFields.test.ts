/** Tests the fields of RuntimeClasses, Subscriptions, and pods that name other objects. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { operatorGroupWith, subscriptionWith } from '#server/manifest/rules/shared/exampleObjects.ts';
import { annotation, found, fixText, pod, workload } from '#test/support/manifests/podManifests.ts';

describe('runtimeclass-fields', () => {
  const runtimeClass = (...lines: readonly string[]) =>
    `apiVersion: node.k8s.io/v1\nkind: RuntimeClass\nmetadata:\n  name: kata-small\n${lines.map((line) => `${line}\n`).join('')}`;
  test('requires a handler at the top level', async () => {
    assert.deepEqual(await found(runtimeClass()), ['runtimeclass-fields error']);
    assert.deepEqual(await found(runtimeClass('spec:', '  handler: kata')), ['unknown-field error']);
    assert.deepEqual(await found(runtimeClass('handlr: kata')), ['unknown-field error']);
  });
  test('finds misspelled handlers of OSC, and accepts others', async () => {
    assert.deepEqual(await found(runtimeClass('handler: kata-remot')), ['runtimeclass-fields warning']);
    for (const handler of ['kata', 'kata-remote', 'kata-tdx', 'kata-qemu', 'runc', 'kata2'])
      assert.deepEqual(await found(runtimeClass(`handler: ${handler}`)), [], handler);
  });
  test('reports handlers that the API server rejects, except for variables', async () => {
    for (const handler of ['kata_remote', 'Kata', '""', 'my.handler', 'a'.repeat(64)])
      assert.deepEqual(await found(runtimeClass(`handler: ${handler}`)), ['runtimeclass-fields error'], handler);
    for (const handler of ['$HANDLER', '${HANDLER}', 'MY_HANDLER', '__HANDLER__']) {
      const rules = await found(runtimeClass(`handler: ${handler}`));
      assert.ok(!rules.includes('runtimeclass-fields error'), handler);
    }
  });
});

describe('catalog source of a Subscription', () => {
  const misspelled = subscriptionWith('source: redhat-operator');
  const catalog =
    'apiVersion: operators.coreos.com/v1alpha1\nkind: CatalogSource\nmetadata:\n  name: redhat-operator\n  namespace: openshift-marketplace\nspec:\n  sourceType: grpc\n';
  const files = { 'group.yaml': operatorGroupWith('  targetNamespaces: [openshift-sandboxed-containers-operator]') };
  test('is a warning unless it is defined', async () => {
    assert.deepEqual(await found(misspelled, { files }), ['subscription-fields warning']);
    assert.deepEqual(await found(misspelled, { files: { ...files, 'catalog.yaml': catalog } }), []);
    assert.deepEqual(await found(`${catalog}---\n${misspelled}`, { files }), []);
  });
  test('is information for another catalog of OpenShift', async () =>
    assert.deepEqual(await found(subscriptionWith('source: community-operators'), { files }), [
      'subscription-fields info',
    ]));
  test('can have any other name', async () =>
    assert.deepEqual(await found(subscriptionWith('source: cs-redhat-operator-index'), { files }), []));
  test('needs no channel, which is information', async () =>
    assert.deepEqual(await found(subscriptionWith().replace('  channel: stable\n', '')), ['subscription-fields info']));
});

describe('misspelled runtimeClassName', () => {
  const right = pod({ runtime: 'kata', annotations: [annotation('default_vcpus', '"2"')] });
  test('is named instead of a missing runtime class', async () => {
    for (const written of ['rutimeClassName', 'runtimeClasName', 'runtimeHandler', 'RuntimeClassName']) {
      const text = right.replace('runtimeClassName', written);
      assert.deepEqual(await found(text), ['pod-runtimeclass-key error'], written);
      assert.equal(await fixText(text), right);
    }
  });
  test('is ignored for the class of other software', async () =>
    assert.deepEqual(await found(`${pod({ runtime: '', spec: ['runtimeHandler: gvisor'] })}# kata\n`), []));
});

describe('annotations outside metadata', () => {
  const line = 'io.katacontainers.config.hypervisor.default_vcpus: "2"';
  test('are errors in every place', async () => {
    const specs = pod({ runtime: 'kata', spec: ['annotations:', `  ${line}`] });
    const containers = pod({ runtime: 'kata', container: ['annotations:', `  ${line}`] });
    const deployment = workload('Deployment', { runtime: 'kata' }).replace(
      'spec:\n',
      `spec:\n  annotations:\n    ${line}\n`,
    );
    for (const text of [specs, containers, deployment])
      assert.deepEqual(await found(text), ['pod-annotation-place error'], text);
  });
  test('of other software are only an unknown field', async () =>
    assert.deepEqual(await found(pod({ runtime: 'kata', spec: ['annotations:', '  example.com/a: b'] })), [
      'kubernetes-unknown-field error',
    ]));
  test('in a list or a string are of the wrong type', async () => {
    const listed = pod({ runtime: 'kata', annotations: [`- ${line}`] });
    const text = pod({ runtime: 'kata', annotations: [line.replace(': ', '=')] });
    assert.deepEqual(await found(listed), ['wrong-type error']);
    assert.deepEqual(await found(text), ['wrong-type error']);
    assert.equal(await fixText(text), pod({ runtime: 'kata', annotations: [line] }));
  });
});
