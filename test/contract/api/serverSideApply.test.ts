/** Tests server-side apply and field ownership. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isJsonObject, getList, getMap, getString, getValue } from '#simulator/store/kubeObject.ts';
import type { JsonObject } from '#simulator/store/kubeObject.ts';
import { configMap, contract, kataConfigs, newNamespace } from './contractServer.ts';

const server = contract();

async function place(resource = 'configmaps', group = '/api/v1'): Promise<string> {
  return `${group}/namespaces/${await newNamespace(server())}/${resource}`;
}

/** Returns the fields that a manager owns. */
function fieldsOf(object: JsonObject, manager: string): JsonObject {
  const entry = getList(object, 'metadata', 'managedFields').find((each) => getString(each, 'manager') === manager);
  return getMap(entry, 'fieldsV1');
}

test('creates a missing object on apply', async () => {
  const where = await place();
  const { code, body } = await server().admin.apply(
    `${where}/a?fieldManager=one`,
    configMap('a', { x: '1' }, { labels: { l: '1' } }),
  );
  assert.equal(code, 201);
  const [entry] = getList(body, 'metadata', 'managedFields');
  assert.equal(getString(entry, 'manager'), 'one');
  assert.equal(getString(entry, 'operation'), 'Apply');
  assert.equal(getString(entry, 'apiVersion'), 'v1');
  assert.equal(getString(entry, 'fieldsType'), 'FieldsV1');
  assert.deepEqual(getValue(entry, 'fieldsV1'), {
    'f:data': { 'f:x': {} },
    'f:metadata': { 'f:labels': { 'f:l': {} } },
  });
});

test('changes nothing when the same object is applied again', async () => {
  const where = await place();
  const first = await server().admin.apply(`${where}/a?fieldManager=one`, configMap('a', { x: '1' }));
  const second = await server().admin.apply(`${where}/a?fieldManager=one`, configMap('a', { x: '1' }));
  assert.equal(second.code, 200);
  assert.equal(
    getString(second.body, 'metadata', 'resourceVersion'),
    getString(first.body, 'metadata', 'resourceVersion'),
  );
});

test('removes fields that are no longer applied', async () => {
  const where = await place();
  await server().admin.apply(`${where}/a?fieldManager=one`, configMap('a', { x: '1', y: '2' }));
  const { body } = await server().admin.apply(`${where}/a?fieldManager=one`, configMap('a', { x: '1' }));
  assert.deepEqual(body['data'], { x: '1' });
});

test('reports a conflict with another field manager unless forced', async () => {
  const where = await place();
  await server().admin.apply(`${where}/a?fieldManager=one`, configMap('a', { x: '1', y: '1' }));
  const { code, body } = await server().admin.apply(`${where}/a?fieldManager=two`, configMap('a', { x: '2' }));
  assert.equal(code, 409);
  assert.equal(body['reason'], 'Conflict');
  assert.equal(body['message'], 'Apply failed with 1 conflict: conflict with "one": .data.x');
  assert.deepEqual(getList(body, 'details', 'causes'), [
    { reason: 'FieldManagerConflict', message: 'conflict with "one"', field: '.data.x' },
  ]);
  const forced = await server().admin.apply(`${where}/a?fieldManager=two&force=true`, configMap('a', { x: '2' }));
  assert.equal(forced.code, 200);
  assert.deepEqual(forced.body['data'], { x: '2', y: '1' });
  assert.deepEqual(fieldsOf(forced.body, 'two'), { 'f:data': { 'f:x': {} } });
  assert.deepEqual(getMap(fieldsOf(forced.body, 'one'), 'f:data')['f:x'], undefined);
});

test('shares ownership of equal values and keeps them when one manager drops them', async () => {
  const where = await place();
  await server().admin.apply(`${where}/a?fieldManager=one`, configMap('a', { x: '1' }));
  assert.equal((await server().admin.apply(`${where}/a?fieldManager=two`, configMap('a', { x: '1' }))).code, 200);
  const { body } = await server().admin.apply(`${where}/a?fieldManager=one`, configMap('a', { z: '1' }));
  assert.deepEqual(body['data'], { x: '1', z: '1' });
});

test('transfers ownership of changed fields to the updating manager', async () => {
  const where = await place();
  await server().admin.apply(`${where}/a?fieldManager=one`, configMap('a', { x: '1', y: '1' }));
  const patched = await server().admin.patch(`${where}/a?fieldManager=hand`, 'merge', { data: { x: '2' } });
  assert.deepEqual(fieldsOf(patched.body, 'hand'), { 'f:data': { 'f:x': {} } });
  assert.deepEqual(fieldsOf(patched.body, 'one'), { 'f:data': { 'f:y': {} } });
  const { code, body } = await server().admin.apply(`${where}/a?fieldManager=one`, configMap('a', { x: '1', y: '1' }));
  assert.equal(code, 409);
  assert.match(
    String(body['message']),
    /^Apply failed with 1 conflict: conflict with "hand" using v1(?: at \S+)?: \.data\.x$/,
  );
});

test('names an unspecified field manager after the user agent', async () => {
  const where = await place();
  const { body } = await server().admin.post(where, configMap('a', { x: '1' }));
  const [entry] = getList(body, 'metadata', 'managedFields');
  assert.equal(getString(entry, 'manager'), 'contract');
  assert.equal(getString(entry, 'operation'), 'Update');
  assert.deepEqual(getValue(entry, 'fieldsV1'), { 'f:data': { '.': {}, 'f:x': {} } });
});

test('requires a field manager and a kind on apply', async () => {
  const where = await place();
  const nobody = await server().admin.apply(`${where}/a`, configMap('a'));
  assert.equal(nobody.code, 422);
  assert.equal(
    nobody.body['message'],
    'PatchOptions.meta.k8s.io "" is invalid: fieldManager: Required value: is required for apply patch',
  );
  const managed = await server().admin.apply(`${where}/a?fieldManager=one`, configMap('a', {}, { managedFields: [] }));
  assert.ok(managed.code === 400 || managed.code === 201, 'an empty list is none, for some');
  const kind = await server().admin.apply(`${where}/a?fieldManager=one`, { metadata: { name: 'a' } });
  assert.equal(kind.code, 400);
});

test('merges keyed lists item by item', async () => {
  const where = await place('deployments', '/apis/apps/v1');
  const deployment = (containers: readonly JsonObject[]): JsonObject => ({
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'web' },
    spec: {
      selector: { matchLabels: { app: 'web' } },
      template: { metadata: { labels: { app: 'web' } }, spec: { containers } },
    },
  });
  const one = await server().admin.apply(
    `${where}/web?fieldManager=one`,
    deployment([{ name: 'a', image: 'a:1', ports: [{ containerPort: 80 }] }]),
  );
  assert.equal(one.code, 201, one.text);
  const containers = getMap(fieldsOf(one.body, 'one'), 'f:spec', 'f:template', 'f:spec', 'f:containers');
  assert.deepEqual(containers, {
    'k:{"name":"a"}': {
      '.': {},
      'f:image': {},
      'f:name': {},
      'f:ports': { 'k:{"containerPort":80,"protocol":"TCP"}': { '.': {}, 'f:containerPort': {} } },
    },
  });
  const two = await server().admin.apply(`${where}/web?fieldManager=two`, deployment([{ name: 'b', image: 'b:1' }]));
  assert.equal(two.code, 200, two.text);
  const names = getList(two.body, 'spec', 'template', 'spec', 'containers').map((container) =>
    getString(container, 'name'),
  );
  assert.deepEqual(new Set(names), new Set(['a', 'b']));
  const clash = await server().admin.apply(`${where}/web?fieldManager=two`, deployment([{ name: 'a', image: 'a:2' }]));
  assert.match(
    String(clash.body['message']),
    /conflict with "one": \.spec\.template\.spec\.containers\[name="a"\]\.image$/,
  );
});

test('applies custom resources the same way, with a separate status', async () => {
  const base = await kataConfigs(server());
  const config = {
    apiVersion: 'kataconfiguration.openshift.io/v1',
    kind: 'KataConfig',
    metadata: { name: 'applied' },
    spec: { logLevel: 'debug' },
  };
  const made = await server().admin.apply(`${base}/applied?fieldManager=one`, config);
  assert.equal(made.code, 201, made.text);
  assert.deepEqual(fieldsOf(made.body, 'one'), { 'f:spec': { 'f:logLevel': {} } });
  const status = await server().admin.apply(`${base}/applied/status?fieldManager=operator`, {
    ...config,
    spec: {},
    status: { runtimeClasses: ['kata'] },
  });
  assert.equal(status.code, 200, status.text);
  assert.deepEqual(getValue(status.body, 'status', 'runtimeClasses'), ['kata']);
  assert.equal(getString(status.body, 'spec', 'logLevel'), 'debug');
  const clash = await server().admin.apply(`${base}/applied?fieldManager=two`, {
    ...config,
    spec: { logLevel: 'info' },
  });
  assert.equal(clash.body['message'], 'Apply failed with 1 conflict: conflict with "one": .spec.logLevel');
  assert.ok(isJsonObject(clash.body['details']));
});
