/** Tests completion at the start of an object: its first keys, and whole documents. `|` is the cursor. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { answerAt, itemsAt, labels, taken } from './completionAt.ts';

const kataConfig = 'apiVersion: kataconfiguration.openshift.io/v1\nkind: KataConfig\nmetadata:\n  name: a\n';

describe('completion of the first keys', () => {
  const keys = ['apiVersion', 'kind', 'metadata', 'spec'];
  const startsWith = (name: string, prefix: string) => name.toLowerCase().startsWith(prefix.toLowerCase());
  for (const before of ['', '# a comment\n', '---\n', `${kataConfig}---\n`, 'kind: Service\n---\n']) {
    test(`offers the keys before whole documents after ${JSON.stringify(before.slice(-20))}`, async () => {
      assert.deepEqual((await labels(`${before}|`)).slice(0, 5), [...keys, 'kataconfig']);
      for (const key of keys) {
        for (let length = 1; length <= key.length; length += 1) {
          const prefix = key.slice(0, length);
          const items = await itemsAt(`${before}${prefix}|`);
          const documents = items.slice(4);
          assert.deepEqual(
            items.slice(0, 4).map(({ label }) => label),
            keys,
          );
          // The client matches these characters anywhere in their order, so the server omits items that don't start
          // with them.
          for (const { label, filterText = '', sortText = '' } of documents) {
            assert.ok(startsWith(filterText, prefix), `${label} for ${prefix}`);
            assert.ok(sortText > (items[3]?.sortText ?? ''), label);
          }
        }
      }
    });
  }
  test('offers only documents whose name or kind starts with the typed text, and filters them after each character', async () => {
    const documents = async (typed: string) => (await labels(`${typed}|`)).filter((label) => !keys.includes(label));
    assert.deepEqual(await documents('apiV'), []);
    assert.deepEqual(await documents('aws'), ['aws-podvm-image-cm']);
    assert.deepEqual(await documents('podvm'), []);
    assert.deepEqual(await documents('Runtime'), ['osc-runtimeclass']);
    assert.ok((await documents('ConfigMap')).includes('peer-pods-cm-aws'));
    const answer = await answerAt('a|');
    assert.ok(!Array.isArray(answer) && answer.isIncomplete);
  });
  test('inserts a key and shows its values', async () => {
    assert.equal(await taken('apiV|', 'apiVersion', { plain: true }), 'apiVersion: ');
    assert.equal(await taken('ki|', 'kind', { plain: true }), 'kind: ');
    assert.equal(await taken('m|', 'metadata', { plain: true }), 'metadata:\n  ');
    const commands = (await itemsAt('|')).slice(0, 4).map(({ command }) => command?.command);
    assert.deepEqual(commands, ['suggest', 'suggest', undefined, undefined]);
    assert.ok((await labels('apiVersion: |')).includes('kataconfiguration.openshift.io/v1'));
  });
  test('inserts the only possible value as plain text, so that Enter keeps it', async () => {
    const apiVersion = 'apiVersion: kataconfiguration.openshift.io/v1\n';
    assert.equal(await taken(`${apiVersion}ki|`, 'kind'), `${apiVersion}kind: KataConfig`);
    assert.equal(await taken('kind: KataConfig\napi|', 'apiVersion'), `kind: KataConfig\n${apiVersion.trimEnd()}`);
    const settings =
      'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: peer-pods-cm\ndata:\n  CLOUD_PROVIDER: libvirt\n';
    assert.equal(
      await taken(`${settings}  LIBVIRT_LAUNCH|`, 'LIBVIRT_LAUNCH_SECURITY'),
      `${settings}  LIBVIRT_LAUNCH_SECURITY: "s390-pv"`,
    );
    // There is only one value, so no suggestions follow.
    assert.equal((await itemsAt(`${apiVersion}ki|`)).find(({ label }) => label === 'kind')?.command, undefined);
  });
  test('offers the remaining keys until the kind is known', async () => {
    assert.deepEqual(await labels('apiVersion: v1\n|'), ['kind', 'metadata', 'spec']);
    assert.deepEqual(await labels('kind: ConfigMap\nm|'), ['apiVersion', 'metadata', 'spec']);
    assert.deepEqual(await labels('apiVersion: v1\nkind: ConfigMap\nmetadata:\n  |'), [
      'name',
      'namespace',
      'labels',
      'annotations',
      'finalizers',
    ]);
    assert.deepEqual(await labels('api|Ver'), keys);
  });
  test('offers the keys of a Kubernetes object', async () =>
    assert.deepEqual(await labels('apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: other\n|'), [
      'binaryData',
      'data',
      'immutable',
    ]));
  test('offers nothing in objects of other kinds, templates, and files of other tools', async () => {
    const others = [
      'apiVersion: networking.k8s.io/v1\n|',
      'kind: Service\n|',
      'name: build\non: push\nk|',
      '- a\nk|',
      'apiVersion: {{ .Values.version }}\nk|',
      'apiVersion: v1\nspec:\n  |',
    ];
    for (const text of others) assert.deepEqual(await labels(text), [], text);
  });
});
