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

  test('knows the runtime classes before the fields of Kubernetes', async () => {
    assert.equal(
      (await labels('apiVersion: v1\nkind: Pod\nmetadata:\n  name: web\nspec:\n  |'))[1],
      'runtimeClassName',
    );
  });
});
