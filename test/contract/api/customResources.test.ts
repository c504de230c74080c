/** Tests custom resources with the KataConfig CRD: their definitions, schemas, defaults, and status. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { getList, getMap, getNumber, getString, getValue } from '#simulator/store/kubeObject.ts';
import type { JsonObject } from '#simulator/store/kubeObject.ts';
import { contract, kataConfigs } from './contractServer.ts';

const server = contract();
const kataConfig = (name: string, spec: JsonObject = {}): JsonObject => ({
  apiVersion: 'kataconfiguration.openshift.io/v1',
  kind: 'KataConfig',
  metadata: { name },
  spec,
});

test('establishes a CRD and adds it to discovery', async () => {
  await kataConfigs(server());
  const { body } = await server().admin.get(
    '/apis/apiextensions.k8s.io/v1/customresourcedefinitions/kataconfigs.kataconfiguration.openshift.io',
  );
  const established = getList(body, 'status', 'conditions').find(
    (condition) => getString(condition, 'type') === 'Established',
  );
  assert.equal(getString(established, 'status'), 'True');
  assert.equal(getString(body, 'status', 'acceptedNames', 'kind'), 'KataConfig');
  assert.deepEqual(getValue(body, 'status', 'storedVersions'), ['v1']);
  const list = await server().admin.get('/apis/kataconfiguration.openshift.io/v1');
  const names = getList(list.body, 'resources').map((resource) => getString(resource, 'name'));
  assert.deepEqual(names, ['kataconfigs', 'kataconfigs/status']);
});

test('sets defaults and drops unknown fields', async () => {
  const where = await kataConfigs(server());
  const { code, body } = await server().admin.post(where, {
    ...kataConfig('defaults', { nothing: 1, enablePeerPods: null }),
    other: 1,
  });
  assert.equal(code, 201, JSON.stringify(body));
  assert.deepEqual(body['spec'], { checkNodeEligibility: false, enablePeerPods: false, logLevel: 'info' });
  assert.equal(body['other'], undefined);
  assert.equal(getNumber(body, 'metadata', 'generation'), 1);
});

test('rejects objects that violate the schema with causes', async () => {
  const where = await kataConfigs(server());
  const { code, body } = await server().admin.post(
    where,
    kataConfig('wrong', { logLevel: 5, kataConfigPoolSelector: { matchExpressions: [{ key: 'a' }] } }),
  );
  assert.equal(code, 422);
  assert.equal(body['reason'], 'Invalid');
  assert.equal(getString(body, 'details', 'kind'), 'KataConfig');
  assert.equal(getString(body, 'details', 'group'), 'kataconfiguration.openshift.io');
  const causes = getList(body, 'details', 'causes').map(
    (cause) => `${getString(cause, 'reason') ?? ''} ${getString(cause, 'field') ?? ''}`,
  );
  assert.ok(
    causes.includes('FieldValueRequired spec.kataConfigPoolSelector.matchExpressions.operator') ||
      causes.includes('FieldValueRequired spec.kataConfigPoolSelector.matchExpressions[0].operator'),
    causes.join(),
  );
  const words = getList(body, 'details', 'causes').map((cause) => getString(cause, 'message') ?? '');
  assert.ok(
    words.some((message) => message.includes('spec.logLevel in body must be of type string: "integer"')),
    words.join(),
  );
});

test('changes the status only through /status', async () => {
  const { admin } = server();
  const where = await kataConfigs(server());
  const made = await admin.post(where, { ...kataConfig('status'), status: { runtimeClasses: ['kata'] } });
  assert.equal(made.body['status'], undefined);
  const main = await admin.patch(`${where}/status`, 'merge', { status: { runtimeClasses: ['kata'] } });
  assert.equal(main.body['status'], undefined);
  const status = await admin.patch(`${where}/status/status`, 'merge', {
    spec: { logLevel: 'debug' },
    status: { runtimeClasses: ['kata'], nothing: 1 },
  });
  assert.equal(status.code, 200, status.text);
  assert.deepEqual(status.body['status'], { runtimeClasses: ['kata'], waitingForMcoToStart: false });
  assert.equal(getString(status.body, 'spec', 'logLevel'), 'info');
  assert.equal(getNumber(status.body, 'metadata', 'generation'), 1);
  const changed = await admin.patch(`${where}/status`, 'merge', { spec: { logLevel: 'debug' } });
  assert.equal(getNumber(changed.body, 'metadata', 'generation'), 2);
  assert.deepEqual(changed.body['status'], status.body['status']);
});

test('rejects a strategic merge patch of a custom resource', async () => {
  const where = await kataConfigs(server());
  await server().admin.post(where, kataConfig('strategic'));
  const { code, body } = await server().admin.patch(`${where}/strategic`, 'strategic-merge', {});
  assert.equal(code, 415);
  assert.equal(body['reason'], 'UnsupportedMediaType');
});

test('requires a resourceVersion to replace a custom resource', async () => {
  const where = await kataConfigs(server());
  await server().admin.post(where, kataConfig('replaced'));
  const { code, body } = await server().admin.put(`${where}/replaced`, kataConfig('replaced'));
  assert.equal(code, 422);
  assert.equal(
    body['message'],
    'kataconfigs.kataconfiguration.openshift.io "replaced" is invalid: metadata.resourceVersion: Invalid value: 0x0: must be specified for an update',
  );
});

test('keeps the resourceVersion when an update changes nothing', async () => {
  const { admin } = server();
  const where = await kataConfigs(server());
  const made = await admin.post(where, kataConfig('same'));
  const again = await admin.put(`${where}/same`, made.body);
  assert.equal(again.code, 200);
  assert.equal(
    getString(again.body, 'metadata', 'resourceVersion'),
    getString(made.body, 'metadata', 'resourceVersion'),
  );
});

test('includes the kind in listed custom resources', async () => {
  const where = await kataConfigs(server());
  await server().admin.post(where, kataConfig('listed'));
  const { body } = await server().admin.get(where);
  assert.equal(body['kind'], 'KataConfigList');
  assert.equal(getString(getList(body, 'items')[0], 'kind'), 'KataConfig');
});

test('deletes custom resources with and without finalizers', async () => {
  const { admin } = server();
  const where = await kataConfigs(server());
  const made = await admin.post(where, {
    ...kataConfig('held'),
    metadata: { name: 'held', finalizers: ['kataconfiguration.openshift.io/finalizer'] },
  });
  const marked = await admin.delete(`${where}/held`);
  assert.equal(marked.body['kind'], 'KataConfig');
  assert.equal(
    getNumber(marked.body, 'metadata', 'generation'),
    (getNumber(made.body, 'metadata', 'generation') ?? 0) + 1,
  );
  const freed = await admin.patch(`${where}/held`, 'merge', { metadata: { finalizers: [] } });
  assert.equal(freed.code, 200);
  assert.equal((await admin.get(`${where}/held`)).code, 404);
  await admin.post(where, kataConfig('free'));
  const gone = await admin.delete(`${where}/free`);
  assert.equal(gone.body['status'], 'Success');
  assert.equal(getString(gone.body, 'details', 'group'), 'kataconfiguration.openshift.io');
});

test('rejects unknown fields with strict field validation', async (t) => {
  if (server().minor < 27) return t.skip('is on for certain since 1.27');
  const where = await kataConfigs(server());
  const { code, body } = await server().admin.post(
    `${where}?fieldValidation=Strict`,
    kataConfig('strict', { logLvel: 'debug' }),
  );
  assert.equal(code, 400);
  assert.equal(
    body['message'],
    'KataConfig in version "v1" cannot be handled as a KataConfig: strict decoding error: unknown field "spec.logLvel"',
  );
  return undefined;
});

test('deletes a CRD after the last finalizer of its objects is removed', async () => {
  const { admin } = server();
  const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
  const group = `held-${randomUUID().slice(0, 8)}.example.com`;
  const schema = { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } };
  const definition = {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `things.${group}` },
    spec: {
      group,
      scope: 'Cluster',
      names: { plural: 'things', kind: 'Thing' },
      versions: [{ name: 'v1', served: true, storage: true, schema }],
    },
  };
  const made = await admin.post(definitions, definition);
  assert.equal(made.code, 201, made.text);
  assert.equal(getString(made.body, 'spec', 'names', 'singular'), 'thing');
  assert.equal(getString(made.body, 'spec', 'names', 'listKind'), 'ThingList');
  const where = `/apis/${group}/v1/things`;
  const thing = {
    apiVersion: `${group}/v1`,
    kind: 'Thing',
    metadata: { name: 'a', finalizers: ['example.com/hold'] },
    any: { thing: 1 },
  };
  let kept = await admin.post(where, thing);
  while (kept.code !== 201) kept = await admin.post(where, thing);
  assert.deepEqual(getMap(kept.body, 'any'), { thing: 1 });
  const deleted = await admin.delete(`${definitions}/things.${group}`);
  assert.equal(deleted.code, 200);
  const other = { ...thing, metadata: { name: 'b' } };
  let refused = await admin.post(where, other);
  for (let tries = 0; refused.code === 201; tries += 1)
    refused = await admin.post(where, { ...other, metadata: { name: `b${tries}` } });
  assert.equal(refused.code, 405);
  assert.equal(refused.body['message'], 'create not allowed while custom resource definition is terminating');
  const present = await admin.get(`${definitions}/things.${group}`);
  const from = getString(present.body, 'metadata', 'resourceVersion') ?? '';
  const stream = await admin.watch(
    `${definitions}?watch=1&fieldSelector=metadata.name%3Dthings.${group}&resourceVersion=${from}&timeoutSeconds=40`,
  );
  await admin.patch(`${where}/a`, 'merge', { metadata: { finalizers: null } });
  let event = await stream.next();
  while (event !== undefined && event.type !== 'DELETED') event = await stream.next();
  stream.close();
  assert.equal(event?.type, 'DELETED');
  assert.equal((await admin.get(`${definitions}/things.${group}`)).code, 404);
});

test('rejects an invalid CRD', async () => {
  const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
  const schema = { openAPIV3Schema: { type: 'object' } };
  const names = { plural: 'odds', kind: 'Odd' };
  const version = { name: 'v1', served: true, storage: true, schema };
  const define = (name: string, spec: JsonObject): JsonObject => ({
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name },
    spec,
  });
  const named = await server().admin.post(
    definitions,
    define('other.example.com', { group: 'example.com', scope: 'Cluster', names, versions: [version] }),
  );
  assert.equal(named.code, 422);
  assert.match(
    String(named.body['message']),
    /metadata\.name: Invalid value: "other\.example\.com": must be spec\.names\.plural\+"\."\+spec\.group/,
  );
  const bare = await server().admin.post(
    definitions,
    define('odds.example.com', {
      group: 'example.com',
      scope: 'Cluster',
      names,
      versions: [{ name: 'v1', served: true, storage: true }],
    }),
  );
  assert.equal(bare.code, 422);
  assert.match(String(bare.body['message']), /schemas are required/);
});
