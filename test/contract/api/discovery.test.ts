/** Tests discovery: the available groups and resources, and the paths that need no login. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getList, getMap, getString, getValue } from '#simulator/store/kubeObject.ts';
import { contract } from './contractServer.ts';

const server = contract();

test('returns a version at /version', async () => {
  const { code, body } = await server().admin.get('/version');
  assert.equal(code, 200);
  assert.match(getString(body, 'gitVersion') ?? '', /^v1\.\d+/);
});

test('lists the versions of the core group at /api', async () => {
  const { body } = await server().admin.get('/api');
  assert.equal(body['kind'], 'APIVersions');
  assert.deepEqual(body['versions'], ['v1']);
});

test('lists groups with their preferred version at /apis', async () => {
  const { body } = await server().admin.get('/apis');
  assert.equal(body['kind'], 'APIGroupList');
  const apps = getList(body, 'groups').find((group) => getString(group, 'name') === 'apps');
  assert.deepEqual(getMap(apps, 'preferredVersion'), { groupVersion: 'apps/v1', version: 'v1' });
});

test('describes pods with their subresources at /api/v1', async () => {
  const { body } = await server().admin.get('/api/v1');
  assert.equal(body['kind'], 'APIResourceList');
  assert.equal(body['groupVersion'], 'v1');
  const pods = getList(body, 'resources').find((resource) => getString(resource, 'name') === 'pods');
  assert.equal(getString(pods, 'kind'), 'Pod');
  assert.deepEqual(getValue(pods, 'shortNames'), ['po']);
  assert.deepEqual(getValue(pods, 'categories'), ['all']);
  assert.equal(getValue(pods, 'namespaced'), true);
  const log = getList(body, 'resources').find((resource) => getString(resource, 'name') === 'pods/log');
  assert.deepEqual(getValue(log, 'verbs'), ['get']);
  // kubectl drain deletes pods if the subresource has no group.
  const eviction = getList(body, 'resources').find((resource) => getString(resource, 'name') === 'pods/eviction');
  assert.equal(getString(eviction, 'group'), 'policy');
});

test('returns 404 in plain text for an unknown group', async () => {
  for (const path of ['/apis/nothing.example/v1', '/apis/nothing.example/v1/things']) {
    const reply = await server().admin.get(path);
    assert.equal(reply.code, 404, path);
    assert.equal(reply.text, '404 page not found\n', path);
    assert.match(reply.headers['content-type'] ?? '', /^text\/plain/);
  }
});

test('returns a Status for an unknown resource of a known group', async () => {
  for (const path of ['/api/v1/nothings', '/apis/apps/v1/nothings', '/apis/apps/v1/namespaces/default/nothings/a']) {
    const { code, body } = await server().admin.get(path);
    assert.equal(code, 404, path);
    assert.equal(body['reason'], 'NotFound');
    assert.equal(body['message'], 'the server could not find the requested resource');
  }
});

test('returns all groups in one document for aggregated discovery', async (t) => {
  if (server().minor < 30) return t.skip('came with 1.27');
  const type = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList';
  const reply = await server().admin.get('/apis', { accept: `${type},application/json` });
  assert.equal(reply.headers['content-type'], type);
  assert.equal(reply.body['kind'], 'APIGroupDiscoveryList');
  const apps = getList(reply.body, 'items').find((group) => getString(group, 'metadata', 'name') === 'apps');
  const deployments = getList(getList(apps, 'versions')[0], 'resources').find(
    (each) => getString(each, 'resource') === 'deployments',
  );
  assert.equal(getString(deployments, 'responseKind', 'kind'), 'Deployment');
  assert.equal(getString(deployments, 'scope'), 'Namespaced');
  return undefined;
});

test('documents field validation for ConfigMap patches in OpenAPI v3', async (t) => {
  if (server().minor < 27) return t.skip('came with 1.24');
  const index = await server().admin.get('/openapi/v3');
  const url = getString(index.body, 'paths', 'api/v1', 'serverRelativeURL') ?? '';
  const document = await server().admin.get(url);
  const patch = getMap(document.body, 'paths', '/api/v1/namespaces/{namespace}/configmaps/{name}', 'patch');
  assert.equal(getString(patch, 'x-kubernetes-group-version-kind', 'kind'), 'ConfigMap');
  assert.ok(getList(patch, 'parameters').some((parameter) => getString(parameter, 'name') === 'fieldValidation'));
  return undefined;
});

test('returns health without authentication', async () => {
  for (const path of ['/healthz', '/readyz', '/livez']) {
    const reply = await server().admin.as(undefined).get(path);
    assert.equal(reply.code, 200);
    assert.equal(reply.text, 'ok');
  }
});
