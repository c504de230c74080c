/** Tests watches: where they start, which events they send, and how they end. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getList, getNumber, getString, getValue } from '#simulator/store/kubeObject.ts';
import type { JsonObject } from '#simulator/store/kubeObject.ts';
import { configMap, contract, newNamespace } from './contractServer.ts';
import type { Stream } from '#test/support/cluster/apiClient.ts';

const server = contract();
const version = (object: unknown): string => getString(object, 'metadata', 'resourceVersion') ?? '';

async function next(stream: Stream): Promise<string> {
  const event = await stream.next();
  return event === undefined
    ? 'end'
    : `${event.type} ${getString(event.object, 'metadata', 'name') ?? getString(event.object, 'reason') ?? ''}`;
}

async function place(): Promise<string> {
  return `/api/v1/namespaces/${await newNamespace(server())}/configmaps`;
}

test('reports every change since a list with its version', async () => {
  const { admin } = server();
  const where = await place();
  const list = await admin.get(where);
  const stream = await admin.watch(`${where}?watch=1&resourceVersion=${version(list.body)}`);
  const created = await admin.post(where, configMap('a', { x: '1' }));
  const added = await stream.next();
  assert.equal(added?.type, 'ADDED');
  assert.deepEqual(added?.object, created.body);
  const changed = await admin.patch(`${where}/a`, 'merge', { data: { x: '2' } });
  const modified = await stream.next();
  assert.equal(modified?.type, 'MODIFIED');
  assert.equal(version(modified?.object), version(changed.body));
  await admin.delete(`${where}/a`);
  const gone = await stream.next();
  assert.equal(gone?.type, 'DELETED');
  assert.ok(Number(version(gone?.object)) > Number(version(changed.body)), 'the version of the deletion');
  stream.close();
});

test('reports missed changes to a watch from an earlier version', async () => {
  const { admin } = server();
  const where = await place();
  const first = await admin.post(where, configMap('a'));
  await admin.post(where, configMap('b'));
  await admin.delete(`${where}/a`);
  const stream = await admin.watch(`${where}?watch=1&resourceVersion=${version(first.body)}`);
  assert.equal(await next(stream), 'ADDED b');
  assert.equal(await next(stream), 'DELETED a');
  stream.close();
});

test('starts a watch without a version or from 0 with the existing objects', async () => {
  const { admin } = server();
  const where = await place();
  await admin.post(where, configMap('a'));
  await admin.post(where, configMap('b'));
  for (const query of ['watch=1', 'watch=true&resourceVersion=0']) {
    const stream = await admin.watch(`${where}?${query}`);
    const seen = [await next(stream), await next(stream)].filter((each) => !each.includes('kube-root-ca'));
    assert.deepEqual(seen.sort(), ['ADDED a', 'ADDED b']);
    stream.close();
  }
});

test('turns changes into additions and deletions for a selector', async () => {
  const { admin } = server();
  const where = await place();
  const list = await admin.get(where);
  const stream = await admin.watch(`${where}?watch=1&labelSelector=seen%3Dyes&resourceVersion=${version(list.body)}`);
  await admin.post(where, configMap('a'));
  await admin.patch(`${where}/a`, 'merge', { metadata: { labels: { seen: 'yes' } } });
  assert.equal(await next(stream), 'ADDED a');
  await admin.patch(`${where}/a`, 'merge', { data: { x: '1' } });
  assert.equal(await next(stream), 'MODIFIED a');
  const hidden = await admin.patch(`${where}/a`, 'merge', { metadata: { labels: { seen: null } } });
  const gone = await stream.next();
  assert.equal(gone?.type, 'DELETED');
  assert.equal(version(gone?.object), version(hidden.body));
  assert.equal(getString(gone?.object, 'metadata', 'labels', 'seen'), 'yes', 'as it was when it was seen');
  stream.close();
});

test('keeps the version after an update without changes', async () => {
  const { admin } = server();
  const where = await place();
  const made = await admin.post(where, configMap('a', { x: '1' }));
  const same = await admin.patch(`${where}/a`, 'merge', { data: { x: '1' } });
  assert.equal(version(same.body), version(made.body));
  const put = await admin.put(`${where}/a`, made.body);
  assert.equal(version(put.body), version(made.body));
});

test('ends a watch after timeoutSeconds, with a bookmark if requested', async () => {
  const { admin } = server();
  const where = await place();
  const made = await admin.post(where, configMap('a'));
  const stream = await admin.watch(
    `${where}?watch=1&allowWatchBookmarks=true&timeoutSeconds=3&resourceVersion=${version(made.body)}`,
  );
  const seen: string[] = [];
  for (let event = await stream.next(); event !== undefined; event = await stream.next()) {
    seen.push(event.type);
    assert.equal(getString(event.object, 'kind'), 'ConfigMap');
    assert.ok(Number(version(event.object)) >= Number(version(made.body)));
  }
  // How often bookmarks are sent is up to the server.
  assert.ok(
    seen.every((type) => type === 'BOOKMARK'),
    seen.join(),
  );
  if (server().isSimulator) assert.ok(seen.length > 0);
});

test('reports an expired version as an event in the watch', async () => {
  const { admin } = server();
  const where = await place();
  const stream = await admin.watch(`${where}?watch=1&resourceVersion=1&timeoutSeconds=2`);
  assert.equal(stream.code, 200);
  const event = await stream.next();
  // A server that has just started might still have this version.
  if (event?.type !== 'ERROR') return stream.close();
  assert.equal(getString(event.object, 'reason'), 'Expired');
  assert.equal(getNumber(event.object, 'code'), 410);
  assert.match(getString(event.object, 'message') ?? '', /^too old resource version: 1 \(\d+\)$/);
  assert.equal(await stream.next(), undefined);
  return undefined;
});

test('watches a single object by name', async () => {
  const { admin } = server();
  const where = await place();
  await admin.post(where, configMap('a'));
  await admin.post(where, configMap('b'));
  const stream = await admin.watch(`${where}?watch=1&fieldSelector=metadata.name%3Db`);
  assert.equal(await next(stream), 'ADDED b');
  stream.close();
});

test('watches the events of one reason in all namespaces', async () => {
  const { admin } = server();
  const namespace = await newNamespace(server());
  const where = `/api/v1/namespaces/${namespace}/events`;
  const event = (name: string, reason: string): JsonObject => ({
    apiVersion: 'v1',
    kind: 'Event',
    metadata: { name, namespace },
    involvedObject: { kind: 'Pod', name: 'p', namespace, uid: 'u-1' },
    reason,
    type: 'Warning',
    count: 1,
  });
  const selector = `fieldSelector=${encodeURIComponent(`reason=FailedCreatePodSandBox,metadata.namespace=${namespace}`)}`;
  const list = await admin.get(`/api/v1/events?${selector}`);
  const stream = await admin.watch(`/api/v1/events?watch=1&${selector}&resourceVersion=${version(list.body)}`);
  await admin.post(where, event('other', 'Started'));
  await admin.post(where, event('a', 'FailedCreatePodSandBox'));
  assert.equal(await next(stream), 'ADDED a');
  await admin.patch(`${where}/other`, 'merge', { count: 2 });
  await admin.patch(`${where}/a`, 'merge', { count: 2 });
  assert.equal(await next(stream), 'MODIFIED a');
  await admin.delete(`${where}/a`);
  assert.equal(await next(stream), 'DELETED a');
  stream.close();
});

test('sends table columns only once in a watch', async () => {
  const { admin } = server();
  const where = await place();
  await admin.post(where, configMap('a', { x: '1' }));
  const stream = await admin.watch(`${where}?watch=1&fieldSelector=metadata.name%3Da`, {
    accept: 'application/json;as=Table;v=v1;g=meta.k8s.io',
  });
  const first = await stream.next();
  assert.equal(first?.type, 'ADDED');
  assert.equal(getString(first?.object, 'kind'), 'Table');
  assert.deepEqual(
    getList(first?.object, 'columnDefinitions').map((column) => getString(column, 'name')),
    ['Name', 'Data', 'Age'],
  );
  await admin.patch(`${where}/a`, 'merge', { data: { y: '1' } });
  const second = await stream.next();
  assert.deepEqual(getList(getList(second?.object, 'rows')[0], 'cells').slice(0, 2), ['a', 2]);
  assert.ok((getValue(second?.object, 'columnDefinitions') ?? null) === null);
  stream.close();
});

test('ends the initial events with an annotated bookmark', async (t) => {
  if (server().minor < 27) return t.skip('came with 1.27');
  const { admin } = server();
  const where = await place();
  await admin.post(where, configMap('a'));
  const stream = await admin.watch(
    `${where}?watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true`,
  );
  assert.equal(await next(stream), 'ADDED a');
  const end = await stream.next();
  assert.equal(end?.type, 'BOOKMARK');
  assert.equal(getString(end?.object, 'metadata', 'annotations', 'k8s.io/initial-events-end'), 'true');
  stream.close();
  return undefined;
});

test('rejects a watch from an invalid version', async () => {
  const reply = await server().admin.get('/api/v1/configmaps?watch=1&resourceVersion=abc');
  assert.ok(reply.code === 400 || reply.code === 500, reply.text);
  assert.equal(reply.body['status'], 'Failure');
});
