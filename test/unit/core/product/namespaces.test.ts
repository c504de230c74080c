import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  misspelledNamespaces,
  namespaceIsFixed,
  operatorNamespace,
  documentedSubscription,
  peerPodsWebhookInfo,
  webhookExcludedNamespaces,
} from '#core/product/namespaces.ts';
import { runtimeClassNamed } from '#core/product/runtimeClasses.ts';
import { oddSources } from '#test/support/repository/sourceFormat.ts';

test('the webhook skips namespaces by exact name', () => {
  for (const name of [
    operatorNamespace,
    'openshift',
    'kube-system',
    'kube-node-lease',
    'openshift-monitoring',
    'openshift-etcd',
    'openshift-vsphere-infra',
  ]) {
    assert.ok(webhookExcludedNamespaces.has(name), name);
  }
  for (const name of ['default', 'openshift-foo', 'kube-public', 'my-app'])
    assert.ok(!webhookExcludedNamespaces.has(name), name);
  assert.equal(webhookExcludedNamespaces.size, 67);
  for (const name of webhookExcludedNamespaces) assert.match(name, /^[a-z][a-z-]*[a-z]$/);
  assert.ok(runtimeClassNamed(peerPodsWebhookInfo.runtimeClass) !== undefined);
});

test('misspelled namespaces differ from the correct names and have sources', () => {
  for (const { name, instead, source } of misspelledNamespaces) {
    assert.notEqual(name, instead);
    assert.deepEqual(oddSources(source), []);
  }
  for (const source of [peerPodsWebhookInfo.source, documentedSubscription.from, namespaceIsFixed.source])
    assert.deepEqual(oddSources(source), []);
});
