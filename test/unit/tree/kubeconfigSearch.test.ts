import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { describeSearch } from '../../../client/src/tree/kubeconfigSearch.ts';

describe('Open Cluster without a cluster to open', () => {
  test('lists the locations that the extension searches for a kubeconfig, and oc login', () => {
    assert.equal(
      describeSearch({ setting: '', variable: undefined, hasDefault: false }, true),
      'No other cluster to open. The extension searches for a kubeconfig in this order: the setting osc.kubeconfig (not set), KUBECONFIG (not set), ~/.kube/config (not found). Run oc login, or select a kubeconfig.',
    );
    assert.match(
      describeSearch({ setting: '/home/a/kube', variable: '/tmp/kube', hasDefault: true }, false),
      /^No cluster to open\..* the setting osc\.kubeconfig \(\/home\/a\/kube\), KUBECONFIG \(\/tmp\/kube\), ~\/\.kube\/config\. /,
    );
  });
});
