/** Tests the completion of Kubernetes fields in workloads. `|` is the cursor. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { itemsAt, labels, taken } from './completionAt.ts';

const pod = (spec: string) =>
  `apiVersion: v1\nkind: Pod\nmetadata:\n  name: web\nspec:\n  runtimeClassName: kata\n${spec}`;

describe('completion of Kubernetes fields', () => {
  test('offers required keys of a container first, without those that it has', async () => {
    const offered = await labels(pod('  containers:\n    - image: web\n      |'));
    assert.equal(offered[0], 'name');
    assert.ok(offered.includes('livenessProbe') && !offered.includes('image'));
  });

  test('offers the values of an enumeration, also in a list in a list', async () => {
    assert.deepEqual(await labels(pod('  restartPolicy: |')), ['Always', 'OnFailure', 'Never']);
    assert.deepEqual(
      await labels(
        pod('  containers:\n    - name: web\n      ports:\n        - containerPort: 80\n          protocol: |'),
      ),
      ['TCP', 'UDP', 'SCTP'],
    );
  });

  test('inserts a list with its first item', async () => {
    assert.equal(await taken(pod('  toler|'), 'tolerations', { plain: true }), pod('  tolerations:\n    - '));
  });

  test('describes a field with its type and its versions', async () => {
    const items = await itemsAt(pod('  containers:\n    - name: web\n      lifecycle:\n        |'));
    const signal = items.find(({ label }) => label === 'stopSignal');
    assert.ok(typeof signal?.documentation === 'object');
    assert.match(
      signal.documentation.value,
      /\*\*Type:\*\* string\n\n\*\*Since:\*\* Kubernetes 1\.33 \(OpenShift 4\.20\)/,
    );
  });

  test('offers nothing if the Red Hat YAML extension does', async () => {
    assert.deepEqual(await labels(pod('  restartPolicy: |'), { elsewhere: true }), []);
  });

  test('offers runtimeClassName before other Kubernetes fields', async () => {
    assert.equal(
      (await labels('apiVersion: v1\nkind: Pod\nmetadata:\n  name: web\nspec:\n  |'))[1],
      'runtimeClassName',
    );
  });

  test('offers the names of the volumes and ports of the pod, and the labels of the template', async () => {
    const container =
      '  volumes:\n    - name: cache\n    - name: data\n  containers:\n    - name: web\n      ports:\n        - name: http\n          containerPort: 80\n';
    assert.deepEqual(await labels(pod(`${container}      volumeMounts:\n        - name: |`)), ['cache', 'data']);
    assert.deepEqual(await labels(pod(`${container}      readinessProbe:\n        httpGet:\n          port: |`)), [
      'http',
    ]);
    const deployment =
      'apiVersion: apps/v1\nkind: Deployment\nspec:\n  selector:\n    matchLabels:\n      |\n  template:\n    metadata:\n      labels:\n        app: web\n        tier: front\n';
    assert.deepEqual(await labels(deployment), ['app', 'tier']);
    assert.equal(await taken(deployment, 'app', { plain: true }), deployment.replace('|', 'app: web'));
  });

  describe('in objects without a Kata sandbox', () => {
    const service = 'apiVersion: v1\nkind: Service\nmetadata:\n  name: web\nspec:\n  type: |';
    const values = ['ClusterIP', 'ExternalName', 'LoadBalancer', 'NodePort'];

    test('offers their fields, unless the Red Hat YAML extension does', async () => {
      assert.deepEqual((await labels(service)).toSorted(), values);
      assert.deepEqual(await labels(service, { elsewhere: true }), []);
    });

    test('offers nothing with the setting off, except in a file with a Kata workload', async () => {
      assert.deepEqual(await labels(service, { kubernetesFields: 'off' }), []);
      const pods = `${pod('  containers: []\n')}---\n`;
      assert.deepEqual((await labels(`${pods}${service}`, { kubernetesFields: 'off' })).toSorted(), values);
      assert.deepEqual(
        await labels(pod('  restartPolicy: |').replace('kata', 'gvisor'), { kubernetesFields: 'off' }),
        [],
      );
    });
  });
});
