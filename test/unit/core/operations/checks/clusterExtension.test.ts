/** Tests the preflight check of ClusterExtensions beyond its verdicts, which operatorCases.ts lists. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clusterExtension } from '#core/operations/checks/operator/clusterExtension.ts';
import { installation } from '#core/operations/checks/operator/installation.ts';
import { kataConfig, type Raw } from '#test/support/cluster/clusterObjects.ts';
import { situationOf, subscription } from '#test/support/operations/situations.ts';

test('ClusterExtension check shows the conditions with problems, and ignores conditions with any other name', () => {
  const conditions = [
    { type: '__proto__', status: 'False', reason: 'Failed', message: 'hostile' },
    { type: 'Installed', status: 'False', reason: 'Failed', message: 'no bundles found' },
    { type: 'Progressing', status: 'True', reason: 'Retrying', message: 'forbidden: get serviceaccounts' },
    { type: 'Deprecated', status: 'False', reason: 'Deprecated', message: '' },
  ];
  const found = [{ uid: 'u', name: 'x', resourceVersion: '1', conditions }];
  assert.deepEqual(clusterExtension.judge(situationOf({}, { clusterExtension: { found } })).evidence, [
    'ClusterExtension x: nothing installed',
    'Installed=False, Failed: no bundles found',
    'Progressing=True, Retrying: forbidden: get serviceaccounts',
  ]);
});

test('ClusterExtension check warns not to remove the operator before an existing KataConfig', () => {
  const todo = (kataConfigs: readonly Raw[]): string =>
    clusterExtension.judge(
      situationOf(
        { kataConfigs, subscriptions: [subscription()] },
        { clusterExtension: { found: [{ uid: 'u', name: 'x', resourceVersion: '1', conditions: [] }] } },
      ),
    ).todo ?? '';
  assert.match(
    todo([kataConfig(undefined)]),
    /^Delete KataConfig example-kataconfig first\. After the KataConfig is deleted, delete the ClusterExtension/,
  );
  assert.doesNotMatch(todo([]), /KataConfig/);
});

test('an operator that OLM v1 installed is installed, although it has no Subscription', () => {
  const extension = (status: string): Raw => ({
    apiVersion: 'olm.operatorframework.io/v1',
    kind: 'ClusterExtension',
    metadata: { name: 'sandboxed-containers', uid: 'extension' },
    spec: { source: { catalog: { packageName: 'sandboxed-containers-operator' } } },
    status: { conditions: [{ type: 'Installed', status }] },
  });
  const headlineWith = (...clusterExtensions: readonly Raw[]): string =>
    installation.judge(situationOf({ clusterExtensions })).headline;
  assert.equal(headlineWith(extension('True')), 'Installed by OLM v1');
  assert.equal(headlineWith(extension('False')), 'Not installed');
  assert.equal(headlineWith(), 'Not installed');
});
