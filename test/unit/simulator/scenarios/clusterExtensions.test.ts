/** Tests the simulated OLM v1, which installs the operator from a ClusterExtension. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { extensionNames } from '#core/product/namespaces.ts';
import { getString } from '#core/common/json.ts';
import * as names from '#simulator/controllers/framework/resourceNames.ts';
import { findObjectCondition } from '#simulator/controllers/framework/conditions.ts';
import { getList } from '#simulator/store/kubeObject.ts';
import { scenarios } from '#simulator/scenarios/index.ts';
import { stage, type TestCluster } from '#test/support/cluster/controllersStage.ts';

const namespace = 'openshift-sandboxed-containers-operator';

function readExtension({ client }: TestCluster): Readonly<Record<string, string>> {
  const extension = client.get(names.clusterExtensions, extensionNames.extension);
  const condition = (type: string): string => {
    const found = findObjectCondition(getList(extension, 'status', 'conditions'), type);
    return `${getString(found, 'status') ?? ''} ${getString(found, 'reason') ?? ''}`;
  };
  return {
    version: getString(extension, 'status', 'install', 'bundle', 'version') ?? '',
    installed: condition('Installed'),
    progressing: condition('Progressing'),
  };
}

test('OLM v1 installs the operator, updates it, and deletes its objects with the ClusterExtension', () => {
  const name = 'olm-v1-techpreview';
  const cluster = stage({ name });
  const { client, play } = cluster;
  const steps = scenarios.find((one) => one.name === name)?.steps ?? [];
  const isDeletion = steps.findLastIndex((step) => 'delete' in step);
  play(...steps.slice(0, isDeletion));
  assert.deepEqual(readExtension(cluster), {
    version: '1.13.1',
    installed: 'True Succeeded',
    progressing: 'True Succeeded',
  });
  const image = (): string | undefined =>
    getString(
      getList(
        client.get(names.deployments, 'controller-manager', namespace),
        'spec',
        'template',
        'spec',
        'containers',
      )[0],
      'image',
    );
  assert.match(image() ?? '', /:1\.13\.1$/);
  assert.equal(client.list(names.csvs).length, 0);
  play(...steps.slice(isDeletion), { wait: 120_000 });
  assert.equal(image(), undefined);
  assert.equal(client.get(names.crds, 'kataconfigs.kataconfiguration.openshift.io'), undefined);
  assert.equal(client.list(names.validatingWebhooks).length, 0);
});

test('OLM v1 quotes the missing permission of the installer, and installs the operator when it is added', () => {
  const name = 'olm-v1-missing-right';
  const cluster = stage({ name });
  assert.deepEqual(readExtension(cluster), { version: '', installed: 'False Failed', progressing: 'True Retrying' });
  const conditions = getList(
    cluster.client.get(names.clusterExtensions, extensionNames.extension),
    'status',
    'conditions',
  );
  assert.match(
    getString(findObjectCondition(conditions, 'Progressing'), 'message') ?? '',
    /pre-authorization failed.*Resources:\[customresourcedefinitions\] Verbs:\[create,list,watch\]$/s,
  );
  cluster.play(...(scenarios.find((one) => one.name === name)?.steps ?? []));
  assert.equal(readExtension(cluster)['installed'], 'True Succeeded');
});

test('OLM v1 rejects OSC 1.13 on a cluster without the feature set, and a second ClusterExtension', () => {
  const cluster = stage({ name: 'install-olm-v1' });
  const { client, play } = cluster;
  assert.equal(readExtension(cluster)['version'], '1.12.0');
  const first = client.get(names.clusterExtensions, extensionNames.extension);
  assert.ok(first !== undefined);
  const second = { apiVersion: first.apiVersion, kind: first.kind, metadata: { name: 'second' }, spec: first['spec'] };
  play({ resource: names.clusterExtensions, create: second }, { wait: 120_000 });
  const progressing = (name: string): string =>
    getString(
      findObjectCondition(getList(client.get(names.clusterExtensions, name), 'status', 'conditions'), 'Progressing'),
      'message',
    ) ?? '';
  assert.match(progressing('second'), /CustomResourceDefinition .* already exists/);
  play({ patch: { resource: names.featureGates, name: 'cluster' }, with: { spec: { featureSet: '' } } });
  play(
    {
      patch: { resource: names.clusterExtensions, name: extensionNames.extension },
      with: { spec: { source: { catalog: { version: '1.13.x' } } } },
    },
    { wait: 120_000 },
  );
  assert.match(progressing(extensionNames.extension), /required field "watchNamespace" is missing/);
  assert.equal(readExtension(cluster)['version'], '1.12.0');
});
