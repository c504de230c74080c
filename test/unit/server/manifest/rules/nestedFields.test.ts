/** Tests unknown fields in list items and resource names, and fields below a `spec` that their kind doesn't have. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { subscriptionWith } from '#server/manifest/rules/shared/exampleObjects.ts';
import { found, fixText } from '#test/support/manifests/podManifests.ts';

const runtimeClass = (...lines: readonly string[]) =>
  `apiVersion: node.k8s.io/v1\nkind: RuntimeClass\nmetadata:\n  name: kata-small\n${lines.map((line) => `${line}\n`).join('')}`;
const withOverhead = (...resources: readonly string[]) =>
  runtimeClass('handler: kata', 'overhead:', '  podFixed:', ...resources.map((line) => `    ${line}`));
const unknown = ['unknown-field error'];

describe('unknown field', () => {
  test('is reported for a misspelled resource of the overhead', async () => {
    assert.deepEqual(await found(withOverhead('memroy: 350Mi')), unknown);
    assert.equal(
      await fixText(withOverhead('memroy: 350Mi', 'cpus: 250m')),
      withOverhead('memory: 350Mi', 'cpu: 250m'),
    );
  });

  test("isn't reported for other resources of the overhead", async () => {
    for (const resource of ['memory: 350Mi', 'ephemeral-storage: 1Gi', 'hugepages-2Mi: 4Mi', 'example.com/cpus: 1'])
      assert.deepEqual(await found(withOverhead(resource)), [], resource);
  });

  test('is reported in each toleration and environment variable', async () => {
    const tolerating = (key: string) =>
      runtimeClass('handler: kata', 'scheduling:', '  tolerations:', '    - key: a', `    - ${key}: b`);
    assert.deepEqual(await found(tolerating('ky')), unknown);
    assert.equal(await fixText(tolerating('ky')), tolerating('key'));
    assert.deepEqual(await found(tolerating('key')), []);
    const config = (...lines: readonly string[]) => subscriptionWith('config:', ...lines.map((line) => `  ${line}`));
    const env = (value: string) => config('env:', '  - name: ROLEARN', `    ${value}`);
    assert.deepEqual(await found(env('vale: "arn"')), unknown);
    for (const value of ['value: "arn"', 'valueFrom: { secretKeyRef: { name: a, key: b } }'])
      assert.deepEqual(await found(env(value)), [], value);
    assert.deepEqual(await found(config('tolerations:', '  - key: a', '    tolerationSecond: 1')), unknown);
    assert.deepEqual(await found(config('tolerations:', '  - { key: a, operator: Exists, effect: NoSchedule }')), []);
  });

  test("doesn't move a field of the Subscription into a list", async () => {
    assert.deepEqual(await found(subscriptionWith('value: "a"')), unknown);
    assert.equal(await fixText(subscriptionWith('value: "a"')), subscriptionWith('value: "a"'));
  });
});

describe('spec of a kind without a spec', () => {
  test('is reported once, and its fields are moved', async () => {
    const wrong = runtimeClass(
      'spec:',
      '  # The runtime.',
      '  handler: kata',
      '  overhead:',
      '    podFixed:',
      '      cpu: 1',
    );
    assert.deepEqual(await found(wrong), unknown);
    assert.equal(
      await fixText(wrong),
      runtimeClass('# The runtime.', 'handler: kata', 'overhead:', '  podFixed:', '    cpu: 1'),
    );
  });

  test("isn't changed if fields are set twice, or if its lines can't be moved", async () => {
    for (const text of [
      runtimeClass('handler: kata', 'spec:', '  handler: kata-remote'),
      runtimeClass('spec: { handler: kata }'),
      runtimeClass('spec: # comment', '  handler: kata'),
      runtimeClass('spec: &spec', '  handler: kata'),
    ]) {
      assert.deepEqual(await found(text), unknown, text);
      assert.equal(await fixText(text), text);
    }
  });

  test("isn't reported for a kind with a spec", async () => {
    assert.deepEqual(await found(subscriptionWith()), []);
  });
});
