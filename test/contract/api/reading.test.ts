/** Tests lists: pages, selectors, versions, and tables. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getList, getString, getValue } from '#simulator/store/kubeObject.ts';
import type { JsonObject } from '#simulator/store/kubeObject.ts';
import type { Contract } from './contractServer.ts';
import { configMap, contract, newNamespace } from './contractServer.ts';

const server = contract();

const names = (body: JsonObject): readonly string[] =>
  getList(body, 'items').map((item) => getString(item, 'metadata', 'name') ?? '');
const enc = encodeURIComponent;

async function five(context: Contract): Promise<string> {
  const where = `/api/v1/namespaces/${await newNamespace(context)}/configmaps`;
  for (const [index, name] of ['a', 'b', 'c', 'd', 'e'].entries()) {
    const reply = await context.admin.post(
      where,
      configMap(name, {}, { labels: { part: index % 2 === 0 ? 'even' : 'odd', [`only-${name}`]: 'x' } }),
    );
    assert.equal(reply.code, 201, reply.text);
  }
  return where;
}

test('returns lists with a kind, a version, and ordered items without kinds', async () => {
  const where = await five(server());
  const { body, code } = await server().admin.get(`${where}?labelSelector=part`);
  assert.equal(code, 200);
  assert.equal(body['kind'], 'ConfigMapList');
  assert.match(getString(body, 'metadata', 'resourceVersion') ?? '', /^\d+$/);
  assert.deepEqual(names(body), ['a', 'b', 'c', 'd', 'e']);
  assert.equal(getValue(getList(body, 'items')[0], 'kind'), undefined);
});

test('returns later pages with the state of the first page', async () => {
  const { admin } = server();
  const where = await five(server());
  const first = await admin.get(`${where}?limit=2&labelSelector=`);
  assert.deepEqual(names(first.body), ['a', 'b']);
  assert.ok(Number(getValue(first.body, 'metadata', 'remainingItemCount')) >= 3);
  await admin.delete(`${where}/c`);
  await admin.post(where, configMap('cc'));
  await admin.patch(`${where}/d`, 'merge', { data: { later: 'yes' } });
  const second = await admin.get(
    `${where}?limit=2&continue=${enc(getString(first.body, 'metadata', 'continue') ?? '')}`,
  );
  assert.deepEqual(names(second.body), ['c', 'd']);
  assert.equal(getValue(getList(second.body, 'items')[1], 'data'), undefined);
  assert.equal(
    getString(second.body, 'metadata', 'resourceVersion'),
    getString(first.body, 'metadata', 'resourceVersion'),
  );
  const third = await admin.get(
    `${where}?limit=50&continue=${enc(getString(second.body, 'metadata', 'continue') ?? '')}`,
  );
  assert.equal(names(third.body)[0], 'e');
  assert.equal(getString(third.body, 'metadata', 'continue'), undefined);
});

test('rejects an invalid continue token', async () => {
  const reply = await server().admin.get('/api/v1/configmaps?limit=1&continue=nonsense');
  assert.equal(reply.code, 400);
  assert.match(String(reply.body['message']), /continue key is not valid/);
});

test('rejects a continue token combined with a resourceVersion', async () => {
  const where = await five(server());
  const first = await server().admin.get(`${where}?limit=1`);
  const token = getString(first.body, 'metadata', 'continue') ?? '';
  const reply = await server().admin.get(
    `${where}?limit=1&continue=${enc(token)}&resourceVersion=${getString(first.body, 'metadata', 'resourceVersion') ?? ''}`,
  );
  assert.equal(reply.code, 400);
  assert.equal(reply.body['message'], 'specifying resource version is not allowed when using continue');
});

test('filters by label selectors', async () => {
  const where = await five(server());
  const selected = async (selector: string): Promise<readonly string[]> =>
    names((await server().admin.get(`${where}?labelSelector=${enc(selector)}`)).body);
  assert.deepEqual(await selected('part=even'), ['a', 'c', 'e']);
  assert.deepEqual(await selected('part==odd'), ['b', 'd']);
  assert.deepEqual(await selected('part!=odd,part'), ['a', 'c', 'e']);
  assert.deepEqual(await selected('part in (odd, none)'), ['b', 'd']);
  assert.deepEqual(await selected('part notin (odd),part'), ['a', 'c', 'e']);
  assert.deepEqual(await selected('part,!only-a'), ['b', 'c', 'd', 'e']);
  const wrong = await server().admin.get(`${where}?labelSelector=${enc('a in b')}`);
  assert.equal(wrong.code, 400);
  assert.match(String(wrong.body['message']), /^unable to parse requirement/);
});

test('filters by field selectors', async () => {
  const where = await five(server());
  assert.deepEqual(names((await server().admin.get(`${where}?fieldSelector=metadata.name%3Dc`)).body), ['c']);
  assert.deepEqual(
    names((await server().admin.get(`${where}?fieldSelector=metadata.name!%3Dc&labelSelector=part`)).body),
    ['a', 'b', 'd', 'e'],
  );
  const wrong = await server().admin.get(`${where}?fieldSelector=data.x%3D1`);
  assert.equal(wrong.code, 400);
  assert.match(String(wrong.body['message']), /data\.x" is not a known field selector/);
});

test('times out with a cause for a future resourceVersion', async () => {
  const reply = await server().admin.get('/api/v1/namespaces/default/configmaps?resourceVersion=999999999');
  assert.equal(reply.code, 504);
  assert.equal(reply.body['reason'], 'Timeout');
  assert.match(String(reply.body['message']), /Too large resource version: 999999999, current: \d+/);
  assert.equal(getString(getList(reply.body, 'details', 'causes')[0], 'reason'), 'ResourceVersionTooLarge');
});

test('lists the exact state of an earlier version', async () => {
  const { admin } = server();
  const where = await five(server());
  const before = getString((await admin.get(`${where}?limit=1`)).body, 'metadata', 'resourceVersion') ?? '';
  await admin.delete(`${where}/b`);
  const then = await admin.get(`${where}?resourceVersion=${before}&resourceVersionMatch=Exact&labelSelector=part`);
  assert.deepEqual(names(then.body), ['a', 'b', 'c', 'd', 'e']);
  assert.equal(getString(then.body, 'metadata', 'resourceVersion'), before);
});

test('rejects resourceVersionMatch without a resourceVersion', async (t) => {
  if (server().minor < 22) return t.skip('alpha before 1.22');
  const reply = await server().admin.get('/api/v1/namespaces/default/configmaps?resourceVersionMatch=Exact');
  assert.equal(reply.code, 422);
  assert.match(String(reply.body['message']), /resourceVersionMatch is forbidden unless resourceVersion is provided/);
  return undefined;
});

test('names the object and kind in 404 Not Found', async () => {
  const { code, body } = await server().admin.get('/apis/apps/v1/namespaces/default/deployments/nothing');
  assert.equal(code, 404);
  assert.deepEqual(body, {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Failure',
    message: 'deployments.apps "nothing" not found',
    reason: 'NotFound',
    details: { name: 'nothing', group: 'apps', kind: 'deployments' },
    code: 404,
  });
});

const tableType = 'application/json;as=Table;v=v1;g=meta.k8s.io,application/json';

test('returns tables with columns and object metadata', async () => {
  const where = await five(server());
  const { body } = await server().admin.get(`${where}?labelSelector=part%3Dodd`, { accept: tableType });
  assert.equal(body['kind'], 'Table');
  assert.deepEqual(
    getList(body, 'columnDefinitions').map((column) => getString(column, 'name')),
    ['Name', 'Data', 'Age'],
  );
  const [row] = getList(body, 'rows');
  assert.deepEqual(getList(row, 'cells').slice(0, 2), ['b', 0]);
  assert.match(String(getList(row, 'cells')[2]), /^\d+s$/);
  assert.equal(getString(row, 'object', 'kind'), 'PartialObjectMetadata');
  assert.equal(getString(row, 'object', 'metadata', 'name'), 'b');
});

test('returns tables with whole objects or none', async () => {
  const where = await five(server());
  const whole = await server().admin.get(`${where}/a?includeObject=Object`, { accept: tableType });
  assert.equal(getString(getList(whole.body, 'rows')[0], 'object', 'kind'), 'ConfigMap');
  const none = await server().admin.get(`${where}/a?includeObject=None`, { accept: tableType });
  assert.ok((getValue(getList(none.body, 'rows')[0], 'object') ?? null) === null);
});

test('returns only metadata on request', async () => {
  const where = await five(server());
  const accept = 'application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io';
  const list = await server().admin.get(where, { accept });
  assert.equal(list.body['kind'], 'PartialObjectMetadataList');
  const one = await server().admin.get(`${where}/a`, {
    accept: 'application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io',
  });
  assert.equal(one.body['kind'], 'PartialObjectMetadata');
  assert.equal(getValue(one.body, 'data'), undefined);
});

test('returns 406 for an unsupported media type', async () => {
  const reply = await server().admin.get('/api/v1/namespaces', { accept: 'text/html' });
  assert.equal(reply.code, 406);
  assert.equal(reply.body['reason'], 'NotAcceptable');
});

test('returns 405 for an unsupported method', async () => {
  const reply = await server().admin.post('/api/v1/configmaps', configMap('a'));
  assert.equal(reply.code, 405);
  assert.equal(reply.body['reason'], 'MethodNotAllowed');
  assert.equal(reply.body['message'], 'the server does not allow this method on the requested resource');
});
