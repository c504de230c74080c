/** Tests what the API server deletes, keeps, and rejects when a client deletes objects. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getList, getNumber, getString, getValue } from '#simulator/store/kubeObject.ts';
import { configMap, contract, newNamespace } from './contractServer.ts';

const server = contract();

async function place(resource = 'configmaps', group = '/api/v1'): Promise<string> {
  return `${group}/namespaces/${await newNamespace(server())}/${resource}`;
}

test('returns a Status that names the deleted object', async () => {
  const { admin } = server();
  const where = await place();
  const made = await admin.post(where, configMap('a'));
  const { code, body } = await admin.delete(`${where}/a`);
  assert.equal(code, 200);
  assert.deepEqual(body, {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Success',
    details: { name: 'a', kind: 'configmaps', uid: getString(made.body, 'metadata', 'uid') },
  });
  assert.equal((await admin.delete(`${where}/a`)).code, 404);
});

test('checks the preconditions of a deletion', async () => {
  const { admin } = server();
  const where = await place();
  await admin.post(where, configMap('a'));
  const uid = await admin.delete(`${where}/a`, { preconditions: { uid: 'another' } });
  assert.equal(uid.code, 409);
  assert.match(
    String(uid.body['message']),
    /^Operation cannot be fulfilled on ConfigMap "a": the UID in the precondition \(another\) does not match the UID in record \(/,
  );
  assert.deepEqual(uid.body['details'], { name: 'a', kind: 'ConfigMap' });
  assert.equal((await admin.delete(`${where}/a`, { preconditions: { resourceVersion: '1' } })).code, 409);
  assert.equal((await admin.delete(`${where}/a`, { propagationPolicy: 'nonsense' })).code, 422);
  assert.equal((await admin.get(`${where}/a`)).code, 200);
});

test('keeps an object until its finalizers are removed', async () => {
  const { admin } = server();
  const where = await place();
  await admin.post(where, configMap('a', {}, { finalizers: ['example.com/hold'] }));
  const marked = await admin.delete(`${where}/a`);
  assert.equal(marked.code, 200);
  assert.equal(marked.body['kind'], 'ConfigMap');
  assert.match(getString(marked.body, 'metadata', 'deletionTimestamp') ?? '', /Z$/);
  assert.equal(getNumber(marked.body, 'metadata', 'deletionGracePeriodSeconds'), 0);
  const again = await admin.delete(`${where}/a`);
  assert.equal(again.code, 200);
  assert.equal(
    getString(again.body, 'metadata', 'deletionTimestamp'),
    getString(marked.body, 'metadata', 'deletionTimestamp'),
  );
  const present = await admin.post(where, configMap('a'));
  assert.equal(present.code, 409);
  assert.equal(present.body['message'], 'object is being deleted: configmaps "a" already exists');
  const more = await admin.patch(`${where}/a`, 'merge', {
    metadata: { finalizers: ['example.com/hold', 'example.com/more'] },
  });
  assert.equal(more.code, 422);
  assert.match(String(more.body['message']), /no new finalizers can be added if the object is being deleted/);
  const last = await admin.patch(`${where}/a`, 'merge', { metadata: { finalizers: null } });
  assert.equal(last.code, 200);
  assert.equal((await admin.get(`${where}/a`)).code, 404);
});

test('sets garbage collector finalizers for propagation policies', async () => {
  const { admin } = server();
  const where = await place();
  await admin.post(where, configMap('a'));
  const reply = await admin.delete(`${where}/a`, { propagationPolicy: 'Foreground' });
  assert.deepEqual(getValue(reply.body, 'metadata', 'finalizers'), ['foregroundDeletion']);
  await admin.post(where, configMap('b'));
  const orphan = await admin.delete(`${where}/b`, { propagationPolicy: 'Orphan' });
  assert.deepEqual(getValue(orphan.body, 'metadata', 'finalizers'), ['orphan']);
});

test('deletes all objects that match a selector', async () => {
  const { admin } = server();
  const where = await place();
  for (const name of ['a', 'b', 'c'])
    await admin.post(where, configMap(name, {}, { labels: { go: name === 'c' ? 'no' : 'yes' } }));
  const { code, body } = await admin.ask('DELETE', `${where}?labelSelector=go%3Dyes`);
  assert.equal(code, 200);
  assert.equal(body['kind'], 'ConfigMapList');
  assert.equal(getList(body, 'items').length, 2);
  assert.equal((await admin.get(`${where}/a`)).code, 404);
  assert.equal((await admin.get(`${where}/c`)).code, 200);
});

test('rejects new objects in a terminating namespace', async () => {
  const { admin } = server();
  const namespace = await newNamespace(server());
  await admin.post(
    `/api/v1/namespaces/${namespace}/configmaps`,
    configMap('a', {}, { finalizers: ['example.com/hold'] }),
  );
  const gone = await admin.delete(`/api/v1/namespaces/${namespace}`);
  assert.equal(gone.code, 200);
  assert.equal(gone.body['kind'], 'Namespace');
  assert.equal(getString(gone.body, 'status', 'phase'), 'Terminating');
  const { code, body } = await admin.post(`/api/v1/namespaces/${namespace}/configmaps`, configMap('b'));
  assert.equal(code, 403);
  assert.equal(
    body['message'],
    `configmaps "b" is forbidden: unable to create new content in namespace ${namespace} because it is being terminated`,
  );
});
