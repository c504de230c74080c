import assert from 'node:assert/strict';
import path from 'node:path';
import { describe, test } from 'node:test';
import { describeSearch } from '#client/clusters/kubeconfig/kubeconfigSearch.ts';

describe('Open Cluster without a cluster to open', () => {
  const none = () => false;

  test('lists the locations that the extension searches for a kubeconfig, and oc login', () => {
    assert.equal(
      describeSearch({ setting: '', variable: undefined, exists: none }),
      'No clusters found. The extension searches for a kubeconfig in this order: osc.kubeconfig (not set), KUBECONFIG (not set), ~/.kube/config (no such file). Run oc login, or select a kubeconfig.',
    );
    assert.match(
      describeSearch({ setting: '/home/a/kube', variable: '/tmp/kube', exists: () => true }),
      /^No clusters found\..* osc\.kubeconfig=\/home\/a\/kube, KUBECONFIG=\/tmp\/kube, ~\/\.kube\/config\. Run oc login, or select a kubeconfig\.$/,
    );
  });

  test("names each file that doesn't exist, and the next step", () => {
    assert.match(
      describeSearch({ setting: '', variable: '/tmp/kube', exists: none }),
      / KUBECONFIG=\/tmp\/kube \(no such file\), .*\. Correct the path in KUBECONFIG, run oc login to create the file, or select another kubeconfig\.$/,
    );
    assert.match(
      describeSearch({
        setting: '',
        variable: ['/tmp/a', '/tmp/b'].join(path.delimiter),
        exists: (file) => file === '/tmp/b',
      }),
      / KUBECONFIG=\/tmp\/a \(no such file\)[:;]\/tmp\/b, .* Run oc login, or select a kubeconfig\.$/,
    );
    assert.match(
      describeSearch({ setting: '/tmp/set', variable: '/tmp/kube', exists: (file) => file === '/tmp/kube' }),
      / osc\.kubeconfig=\/tmp\/set \(no such file\), KUBECONFIG=\/tmp\/kube, .* Correct the path in osc\.kubeconfig, or select another kubeconfig\.$/,
    );
  });
});
