/** Tests the store: order of events, past versions, and listeners that write. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManualClock } from '#simulator/time/clock.ts';
import { Resources } from '#simulator/resources/resourceRegistry.ts';
import type { ObjectToWrite } from '#simulator/store/kubeObject.ts';
import { Store } from '#simulator/store/store.ts';

const resources = new Resources();
const configMaps = resources.need('', 'configmaps');
const pods = resources.need('', 'pods');

function store(history = 100): Store {
  return new Store({ clock: new ManualClock(), history });
}

function configMap(name: string, data: Readonly<Record<string, string>> = {}): ObjectToWrite {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace: 'n' }, data };
}

function value<T>(
  result:
    | { readonly ok: true; readonly value: T }
    | { readonly ok: false; readonly error: { readonly message: string } },
): T {
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

test('store notifies all listeners in the same order when one of them writes', () => {
  const cluster = store();
  const seen: string[] = [];
  value(
    cluster.watch(configMaps, undefined, ({ type, object }) => {
      seen.push(`first ${type} ${object.metadata.name}`);
      if (object.metadata.name === 'a') value(cluster.create(configMaps, configMap('b')));
    }),
  );
  value(
    cluster.watch(configMaps, undefined, ({ type, object }) => seen.push(`second ${type} ${object.metadata.name}`)),
  );
  value(cluster.create(configMaps, configMap('a')));
  assert.deepEqual(seen, ['first ADDED a', 'second ADDED a', 'first ADDED b', 'second ADDED b']);
});

test('store delivers each event once to a watch that starts during delivery', () => {
  const cluster = store();
  const seen: string[] = [];
  const begun = { yet: false };
  value(
    cluster.watch(configMaps, undefined, ({ object }) => {
      if (begun.yet) return;
      begun.yet = true;
      value(cluster.create(configMaps, configMap('b')));
      value(cluster.watch(configMaps, 0, (event) => seen.push(`${event.type} ${event.object.metadata.name}`)));
      assert.equal(object.metadata.name, 'a');
    }),
  );
  value(cluster.create(configMaps, configMap('a')));
  assert.deepEqual(seen, ['ADDED a', 'ADDED b']);
});

test('store reports a listener that throws and notifies the others', () => {
  const errors: unknown[] = [];
  const cluster = new Store({ clock: new ManualClock(), listenerFailed: (error) => errors.push(error) });
  const seen: string[] = [];
  value(
    cluster.watch(configMaps, undefined, () => {
      throw new Error('no');
    }),
  );
  value(cluster.watch(configMaps, undefined, ({ type }) => seen.push(type)));
  value(cluster.create(configMaps, configMap('a')));
  assert.deepEqual(seen, ['ADDED']);
  assert.equal(errors.length, 1);
});

test('store lists past versions until they are compacted', () => {
  const cluster = store(5);
  value(cluster.create(configMaps, configMap('a', { x: '1' })));
  value(cluster.create(configMaps, configMap('b')));
  const then = cluster.resourceVersion;
  value(cluster.modify(configMaps, 'n', 'a', (object) => ({ ...object, data: { x: '2' } })));
  value(cluster.delete(configMaps, 'n', 'b'));
  const past = value(cluster.listAt(configMaps, then));
  assert.deepEqual(
    past.items.map(({ metadata, data }) => [metadata.name, data]),
    [
      ['a', { x: '1' }],
      ['b', {}],
    ],
  );
  for (let index = 0; index < 5; index += 1) value(cluster.create(configMaps, configMap(`c${index}`)));
  const gone = cluster.listAt(configMaps, then);
  assert.equal(gone.ok ? 'still there' : gone.error.reason, 'Expired');
  const watching = cluster.watch(configMaps, then, () => undefined);
  assert.equal(watching.ok ? 'still there' : watching.error.code, 410);
});

test('store limits its history', () => {
  const cluster = store(50);
  value(cluster.create(configMaps, configMap('a')));
  for (let index = 0; index < 20_000; index += 1)
    value(cluster.modify(configMaps, 'n', 'a', (object) => ({ ...object, data: { x: String(index) } })));
  assert.equal(cluster.history.since(0).length, 50);
  assert.equal(cluster.history.compacted, cluster.resourceVersion - 50);
});

test('store deletes a scheduled pod after a grace period and others immediately', () => {
  const cluster = store();
  const pod = (name: string, nodeName?: string): ObjectToWrite => ({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, namespace: 'n' },
    spec: { ...(nodeName === undefined ? {} : { nodeName }), containers: [{ name: 'c', image: 'i:1' }] },
  });
  value(cluster.create(pods, pod('waiting')));
  assert.equal(value(cluster.delete(pods, 'n', 'waiting')).removed, true);
  value(cluster.create(pods, pod('running', 'worker-0')));
  const first = value(cluster.delete(pods, 'n', 'running'));
  assert.equal(first.removed, false);
  assert.equal(first.object.metadata.deletionGracePeriodSeconds, 30);
  assert.equal(first.object.metadata.deletionTimestamp, '2026-01-01T00:00:30Z');
  assert.equal(value(cluster.delete(pods, 'n', 'running', { gracePeriodSeconds: 0 })).removed, true);
});

test('store pages of a namespace exclude neighboring namespaces', () => {
  const cluster = store();
  for (const namespace of ['a', 'a-b', 'b']) {
    for (const name of ['x', 'y'])
      value(cluster.create(configMaps, { ...configMap(name), metadata: { name, namespace } }));
  }
  const first = cluster.list(configMaps, { namespace: 'a', limit: 1 });
  assert.deepEqual([first.items.length, first.next, first.remaining], [1, 'a/x', 1]);
  const second = cluster.list(configMaps, { namespace: 'a', limit: 1, after: first.next });
  assert.deepEqual([second.items[0]?.metadata.name, second.next], ['y', undefined]);
  assert.equal(cluster.list(configMaps).items.length, 6);
});
