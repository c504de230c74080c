/** Tests what the API server keeps and rejects when a client creates, replaces, and patches objects. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getList, getMap, getNumber, getString } from '#simulator/store/kubeObject.ts';
import { configMap, contract, newNamespace } from './contractServer.ts';

const server = contract();
const version = (object: unknown): string => getString(object, 'metadata', 'resourceVersion') ?? '';
const modified = 'the object has been modified; please apply your changes to the latest version and try again';

async function place(resource = 'configmaps', group = '/api/v1'): Promise<string> {
  return `${group}/namespaces/${await newNamespace(server())}/${resource}`;
}

test('sets the UID, creation time, and version of a new object', async () => {
  const where = await place();
  const { code, body } = await server().admin.post(
    where,
    configMap('a', { x: '1' }, { uid: 'mine', creationTimestamp: '2001-01-01T00:00:00Z', generation: 7 }),
  );
  assert.equal(code, 201);
  assert.match(getString(body, 'metadata', 'uid') ?? '', /^[0-9a-f-]{36}$/);
  assert.match(getString(body, 'metadata', 'creationTimestamp') ?? '', /^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
  assert.notEqual(getString(body, 'metadata', 'creationTimestamp'), '2001-01-01T00:00:00Z');
  assert.match(version(body), /^\d+$/);
  assert.deepEqual((await server().admin.get(`${where}/a`)).body, body);
});

test('increases the version across all resources', async () => {
  const namespace = await newNamespace(server());
  const first = await server().admin.post(`/api/v1/namespaces/${namespace}/configmaps`, configMap('a'));
  const second = await server().admin.post(`/api/v1/namespaces/${namespace}/secrets`, {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: 'a' },
  });
  assert.ok(Number(version(second.body)) > Number(version(first.body)));
});

test('generates a name with the requested prefix', async () => {
  const where = await place();
  const { code, body } = await server().admin.post(where, {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { generateName: 'part-' },
  });
  assert.equal(code, 201);
  assert.match(getString(body, 'metadata', 'name') ?? '', /^part-[a-z0-9]{5}$/);
});

test('returns 409 AlreadyExists for an existing object', async () => {
  const where = await place();
  await server().admin.post(where, configMap('a'));
  const { code, body } = await server().admin.post(where, configMap('a'));
  assert.equal(code, 409);
  assert.equal(body['reason'], 'AlreadyExists');
  assert.equal(body['message'], 'configmaps "a" already exists');
  assert.deepEqual(body['details'], { name: 'a', kind: 'configmaps' });
});

test('returns 404 for a missing namespace', async () => {
  const { code, body } = await server().admin.post('/api/v1/namespaces/nothing-there/configmaps', configMap('a'));
  assert.equal(code, 404);
  assert.equal(body['message'], 'namespaces "nothing-there" not found');
});

test('rejects invalid ConfigMap keys', async () => {
  const where = await place();
  const { code, body } = await server().admin.post(where, configMap('a', { 'z/w': '1' }));
  assert.equal(code, 422);
  assert.match(
    String(body['message']),
    /^ConfigMap "a" is invalid: data\[z\/w\]: Invalid value: "z\/w": a valid config key must consist of/,
  );
});

test('rejects invalid names and labels', async () => {
  const where = await place();
  const wrong = await server().admin.post(where, configMap('A_b'));
  assert.equal(wrong.code, 422);
  assert.equal(wrong.body['reason'], 'Invalid');
  assert.match(
    String(wrong.body['message']),
    /^ConfigMap "A_b" is invalid: metadata\.name: Invalid value: "A_b": a lowercase RFC 1123 subdomain must/,
  );
  assert.equal(getString(getList(wrong.body, 'details', 'causes')[0], 'field'), 'metadata.name');
  assert.equal(getString(wrong.body, 'details', 'kind'), 'ConfigMap');
  const none = await server().admin.post(where, { apiVersion: 'v1', kind: 'ConfigMap', metadata: {} });
  assert.equal(
    none.body['message'],
    'ConfigMap "" is invalid: metadata.name: Required value: name or generateName is required',
  );
  const label = await server().admin.post(where, configMap('a', {}, { labels: { x: 'not ok' } }));
  assert.equal(label.code, 422);
  assert.match(String(label.body['message']), /metadata\.labels: Invalid value: "not ok"/);
});

test('rejects malformed bodies and mismatched objects', async () => {
  const { admin } = server();
  const where = await place();
  for (const raw of ['{nope', '[1]', '"a"']) {
    const reply = await admin.ask('POST', where, { raw });
    assert.equal(reply.code, 400, raw);
    assert.equal(reply.body['reason'], 'BadRequest');
  }
  const kind = await admin.post(where, { ...configMap('a'), kind: 'Secret' });
  assert.equal(
    kind.body['message'],
    'Secret in version "v1" cannot be handled as a ConfigMap: converting (v1.Secret) to (core.ConfigMap): unknown conversion',
  );
  const type = await admin.post(where, { ...configMap('a'), metadata: { name: 5 } });
  assert.equal(type.code, 400);
  assert.match(String(type.body['message']), /^ConfigMap in version "v1" cannot be handled as a ConfigMap/);
  const elsewhere = await admin.post(where, configMap('a', {}, { namespace: 'elsewhere' }));
  assert.equal(elsewhere.code, 400);
  assert.equal(
    elsewhere.body['message'],
    'the namespace of the provided object does not match the namespace sent on the request',
  );
  const media = await admin.post(where, configMap('a'), { type: 'text/plain' });
  assert.equal(media.code, 415);
  assert.equal(media.body['reason'], 'UnsupportedMediaType');
});

test('accepts YAML bodies', async () => {
  const where = await place();
  const reply = await server().admin.ask('POST', where, {
    raw: 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\ndata:\n  x: "1"\n',
    type: 'application/yaml',
  });
  assert.equal(reply.code, 201, reply.text);
  assert.deepEqual(reply.body['data'], { x: '1' });
});

test('reports a conflict when an outdated object is replaced', async () => {
  const { admin } = server();
  const where = await place();
  const made = await admin.post(where, configMap('a', { x: '1' }));
  const first = await admin.put(`${where}/a`, { ...made.body, data: { x: '2' } });
  assert.equal(first.code, 200);
  const second = await admin.put(`${where}/a`, { ...made.body, data: { x: '3' } });
  assert.equal(second.code, 409);
  assert.equal(second.body['message'], `Operation cannot be fulfilled on configmaps "a": ${modified}`);
  assert.deepEqual(second.body['details'], { name: 'a', kind: 'configmaps' });
  const blind = await admin.put(`${where}/a`, configMap('a', { x: '4' }));
  assert.equal(blind.code, 200);
  const missing = await admin.put(`${where}/b`, configMap('b'));
  assert.equal(missing.code, 404);
  const other = await admin.put(`${where}/a`, configMap('b'));
  assert.equal(other.body['message'], 'the name of the object (b) does not match the name on the URL (a)');
});

test('keeps the UID and the creation time of an object', async () => {
  const { admin } = server();
  const where = await place();
  const made = await admin.post(where, configMap('a'));
  const put = await admin.put(`${where}/a`, {
    ...made.body,
    metadata: { ...getMap(made.body, 'metadata'), creationTimestamp: '2001-01-01T00:00:00Z' },
    data: { x: '1' },
  });
  assert.equal(
    getString(put.body, 'metadata', 'creationTimestamp'),
    getString(made.body, 'metadata', 'creationTimestamp'),
  );
  const uid = await admin.put(`${where}/a`, configMap('a', {}, { uid: 'another' }));
  assert.equal(uid.code, 409);
  assert.match(String(uid.body['message']), /Precondition failed: UID in precondition: another, UID in object meta: /);
});

test('stores nothing in a dry run', async () => {
  const { admin } = server();
  const where = await place();
  assert.equal((await admin.post(`${where}?dryRun=All`, configMap('a'))).code, 201);
  assert.equal((await admin.get(`${where}/a`)).code, 404);
  await admin.post(where, configMap('b'));
  assert.equal((await admin.delete(`${where}/b?dryRun=All`)).code, 200);
  assert.equal((await admin.get(`${where}/b`)).code, 200);
  const wrong = await admin.post(`${where}?dryRun=some`, configMap('c'));
  assert.equal(wrong.code, 422);
  assert.match(String(wrong.body['message']), /dryRun: Unsupported value/);
});

test('applies a JSON Patch', async () => {
  const { admin } = server();
  const where = await place();
  await admin.post(where, configMap('a', { x: '1', y: '2' }));
  const done = await admin.patch(`${where}/a`, 'json', [
    { op: 'test', path: '/data/x', value: '1' },
    { op: 'remove', path: '/data/y' },
    { op: 'add', path: '/metadata/annotations', value: {} },
    { op: 'add', path: '/metadata/annotations/z~1w', value: '3' },
  ]);
  assert.deepEqual(done.body['data'], { x: '1' });
  assert.equal(getString(done.body, 'metadata', 'annotations', 'z/w'), '3');
  for (const patch of [[{ op: 'test', path: '/data/x', value: '9' }], [{ op: 'remove', path: '/data/nothing' }]]) {
    const reply = await admin.patch(`${where}/a`, 'json', patch);
    assert.equal(reply.code, 422);
    assert.equal(reply.body['message'], 'the server rejected our request due to an error in our request');
  }
  assert.equal((await admin.patch(`${where}/a`, 'json', { data: 1 })).code, 400);
});

test('removes null fields in a merge patch and checks its resourceVersion', async () => {
  const { admin } = server();
  const where = await place();
  const made = await admin.post(where, configMap('a', { x: '1', y: '2' }));
  const done = await admin.patch(`${where}/a`, 'merge', { data: { x: null, z: '3' } });
  assert.deepEqual(done.body['data'], { y: '2', z: '3' });
  const late = await admin.patch(`${where}/a`, 'merge', {
    metadata: { resourceVersion: version(made.body) },
    data: { x: '1' },
  });
  assert.equal(late.code, 409);
  assert.equal(late.body['message'], `Operation cannot be fulfilled on configmaps "a": ${modified}`);
  assert.equal((await admin.ask('PATCH', `${where}/a`, { body: {}, type: 'application/json' })).code, 415);
  assert.equal((await admin.patch(`${where}/nothing`, 'merge', {})).code, 404);
});

const deployment = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'web' },
  spec: {
    replicas: 2,
    selector: { matchLabels: { app: 'web' } },
    template: {
      metadata: { labels: { app: 'web' } },
      spec: {
        containers: [
          { name: 'one', image: 'a:1' },
          { name: 'two', image: 'b:1' },
        ],
      },
    },
  },
};

test('merges lists by key in a strategic merge patch', async () => {
  const { admin } = server();
  const where = await place('deployments', '/apis/apps/v1');
  assert.equal((await admin.post(where, deployment)).code, 201);
  const containers = [
    { name: 'two', image: 'b:2' },
    { name: 'three', image: 'c:1' },
    { name: 'one', $patch: 'delete' },
  ];
  const done = await admin.patch(`${where}/web`, 'strategic-merge', { spec: { template: { spec: { containers } } } });
  assert.equal(done.code, 200, done.text);
  const seen = getList(done.body, 'spec', 'template', 'spec', 'containers').map(
    (container) => `${getString(container, 'name') ?? ''}=${getString(container, 'image') ?? ''}`,
  );
  assert.deepEqual(seen.sort(), ['three=c:1', 'two=b:2']);
});

test('manages the defaults, generation, and status of a Deployment', async () => {
  const { admin } = server();
  const where = await place('deployments', '/apis/apps/v1');
  const made = await admin.post(where, { ...deployment, status: { replicas: 9 } });
  assert.equal(getNumber(made.body, 'metadata', 'generation'), 1);
  assert.equal(getNumber(made.body, 'spec', 'revisionHistoryLimit'), 10);
  assert.equal(getString(made.body, 'spec', 'template', 'spec', 'restartPolicy'), 'Always');
  assert.equal(getNumber(made.body, 'status', 'replicas'), undefined);
  const label = await admin.patch(`${where}/web`, 'merge', { metadata: { labels: { x: 'y' } } });
  assert.equal(getNumber(label.body, 'metadata', 'generation'), 1);
  const scaled = await admin.patch(`${where}/web`, 'merge', { spec: { replicas: 5 }, status: { replicas: 5 } });
  assert.equal(getNumber(scaled.body, 'metadata', 'generation'), 2);
  assert.equal(getNumber(scaled.body, 'status', 'replicas'), undefined);
  const status = await admin.patch(`${where}/web/status`, 'merge', {
    spec: { replicas: 9 },
    status: { observedGeneration: 2 },
  });
  assert.equal(status.code, 200, status.text);
  assert.equal(getNumber(status.body, 'spec', 'replicas'), 5);
  assert.equal(getNumber(status.body, 'status', 'observedGeneration'), 2);
  const scale = await admin.get(`${where}/web/scale`);
  assert.equal(scale.body['kind'], 'Scale');
  assert.equal(getNumber(scale.body, 'spec', 'replicas'), 5);
  const moved = await admin.patch(`${where}/web`, 'merge', { spec: { selector: { matchLabels: { other: 'x' } } } });
  assert.equal(moved.code, 422);
  assert.match(String(moved.body['message']), /^Deployment\.apps "web" is invalid: /);
});

test('stores the stringData of a Secret as base64', async () => {
  const where = await place('secrets');
  const { body } = await server().admin.post(where, {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: 'a' },
    stringData: { x: 'hello' },
  });
  assert.deepEqual(body['data'], { x: 'aGVsbG8=' });
  assert.equal(body['stringData'], undefined);
  assert.equal(body['type'], 'Opaque');
});

test('rejects, warns about, or drops unknown fields of built-in kinds', async (t) => {
  if (server().minor < 27) return t.skip('is on for certain since 1.27');
  const { admin } = server();
  const where = await place();
  const strange = { ...configMap('a'), dta: { x: '1' } };
  const strict = await admin.post(`${where}?fieldValidation=Strict`, strange);
  assert.equal(strict.code, 400);
  assert.equal(
    strict.body['message'],
    'ConfigMap in version "v1" cannot be handled as a ConfigMap: strict decoding error: unknown field "dta"',
  );
  const warned = await admin.post(`${where}?fieldValidation=Warn`, strange);
  assert.equal(warned.headers['warning'], String.raw`299 - "unknown field \"dta\""`);
  assert.equal(warned.body['dta'], undefined);
  return undefined;
});
