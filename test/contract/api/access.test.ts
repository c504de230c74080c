/** Tests authentication and authorization. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getMap, getString, getValue } from '#simulator/store/kubeObject.ts';
import { configMap, contract, newNamespace } from './contractServer.ts';

const server = contract();

test('rejects an unknown token with 401 Unauthorized', async () => {
  const { code, body } = await server().admin.as('nonsense').get('/api/v1/namespaces');
  assert.equal(code, 401);
  assert.deepEqual(body, {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Failure',
    message: 'Unauthorized',
    reason: 'Unauthorized',
    code: 401,
  });
});

test('treats a request without a token as anonymous and forbids listing namespaces', async () => {
  const { code, body } = await server().admin.as(undefined).get('/api/v1/namespaces');
  assert.equal(code, 403);
  assert.equal(
    body['message'],
    'namespaces is forbidden: User "system:anonymous" cannot list resource "namespaces" in API group "" at the cluster scope',
  );
  assert.deepEqual(body['details'], { kind: 'namespaces' });
});

test('names the verb, resource, group, and namespace in 403 Forbidden', async () => {
  const { viewer, viewerName } = server();
  const one = await viewer.get('/api/v1/namespaces/default/configmaps/a');
  assert.equal(one.code, 403);
  assert.equal(
    one.body['message'],
    `configmaps "a" is forbidden: User "${viewerName}" cannot get resource "configmaps" in API group "" in the namespace "default"`,
  );
  assert.deepEqual(one.body['details'], { name: 'a', kind: 'configmaps' });
  const list = await viewer.get('/apis/apps/v1/deployments');
  assert.equal(
    list.body['message'],
    `deployments.apps is forbidden: User "${viewerName}" cannot list resource "deployments" in API group "apps" at the cluster scope`,
  );
  assert.deepEqual(list.body['details'], { group: 'apps', kind: 'deployments' });
  const sub = await viewer.get('/api/v1/namespaces/default/pods/p/log');
  assert.equal(
    sub.body['message'],
    `pods "p" is forbidden: User "${viewerName}" cannot get resource "pods/log" in API group "" in the namespace "default"`,
  );
  const watch = await viewer.get('/api/v1/namespaces/default/pods?watch=1');
  assert.equal(
    watch.body['message'],
    `pods is forbidden: User "${viewerName}" cannot watch resource "pods" in API group "" in the namespace "default"`,
  );
  const space = await viewer.delete('/api/v1/namespaces/default');
  assert.equal(
    space.body['message'],
    `namespaces "default" is forbidden: User "${viewerName}" cannot delete resource "namespaces" in API group "" in the namespace "default"`,
  );
  const path = await viewer.get('/metrics');
  assert.equal(path.body['message'], `forbidden: User "${viewerName}" cannot get path "/metrics"`);
});

test('grants permissions in one namespace through a role and its binding', async () => {
  const { admin, viewer, viewerName } = server();
  const namespace = await newNamespace(server());
  const rbac = `/apis/rbac.authorization.k8s.io/v1/namespaces/${namespace}`;
  const rules = [{ apiGroups: [''], resources: ['configmaps'], verbs: ['get', 'list'], resourceNames: [] }];
  await admin.post(`${rbac}/roles`, {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'Role',
    metadata: { name: 'reader' },
    rules,
  });
  const roleRef = { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'reader' };
  const subjects = [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: viewerName }];
  const bound = await admin.post(`${rbac}/rolebindings`, {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'RoleBinding',
    metadata: { name: 'reader' },
    roleRef,
    subjects,
  });
  assert.equal(bound.code, 201, bound.text);
  // A real API server learns of new role bindings through its own watch, so the permission takes effect later.
  let reply = await viewer.get(`/api/v1/namespaces/${namespace}/configmaps`);
  while (reply.code === 403) reply = await viewer.get(`/api/v1/namespaces/${namespace}/configmaps`);
  assert.equal(reply.code, 200);
  assert.equal((await viewer.post(`/api/v1/namespaces/${namespace}/configmaps`, configMap('a'))).code, 403);
  assert.equal((await viewer.get('/api/v1/namespaces/default/configmaps')).code, 403);
});

const review = (resourceAttributes: object): object => ({
  apiVersion: 'authorization.k8s.io/v1',
  kind: 'SelfSubjectAccessReview',
  spec: { resourceAttributes },
});
const reviews = '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews';

test('lets every user review their own permissions', async () => {
  const { admin, viewer } = server();
  const attributes = { group: 'kataconfiguration.openshift.io', resource: 'kataconfigs', verb: 'create' };
  const yes = await admin.post(reviews, review(attributes));
  assert.equal(yes.code, 201);
  assert.equal(getValue(yes.body, 'status', 'allowed'), true);
  assert.deepEqual(getMap(yes.body, 'spec', 'resourceAttributes'), attributes);
  const no = await viewer.post(reviews, review(attributes));
  assert.equal(no.code, 201);
  assert.equal(getValue(no.body, 'status', 'allowed'), false);
});

test('reads a protobuf access review as kubectl auth can-i sends it', async () => {
  const text = (tag: number, value: string | Buffer): Buffer =>
    Buffer.concat([Buffer.from([tag * 8 + 2, Buffer.byteLength(value)]), Buffer.from(value)]);
  const attributes = Buffer.concat([text(1, 'default'), text(2, 'list'), text(5, 'pods')]);
  const object = text(2, text(1, attributes));
  const meta = Buffer.concat([text(1, 'authorization.k8s.io/v1'), text(2, 'SelfSubjectAccessReview')]);
  const raw = Buffer.concat([Buffer.from('k8s\u0000'), text(1, meta), text(2, object)]);
  const reply = await server().admin.ask('POST', reviews, { raw, type: 'application/vnd.kubernetes.protobuf' });
  assert.equal(reply.code, 201, reply.text);
  assert.equal(getValue(reply.body, 'status', 'allowed'), true);
  assert.deepEqual(getMap(reply.body, 'spec', 'resourceAttributes'), {
    namespace: 'default',
    resource: 'pods',
    verb: 'list',
  });
});

test('rejects an empty access review', async () => {
  const reply = await server().admin.post(reviews, {
    apiVersion: 'authorization.k8s.io/v1',
    kind: 'SelfSubjectAccessReview',
    spec: {},
  });
  assert.ok(reply.code === 400 || reply.code === 422, reply.text);
});

test('issues a working service account token with an expiry time', async () => {
  const { admin } = server();
  const namespace = await newNamespace(server());
  await admin.post(`/api/v1/namespaces/${namespace}/serviceaccounts`, {
    apiVersion: 'v1',
    kind: 'ServiceAccount',
    metadata: { name: 'robot' },
  });
  const where = `/api/v1/namespaces/${namespace}/serviceaccounts/robot/token`;
  const reply = await admin.post(where, {
    apiVersion: 'authentication.k8s.io/v1',
    kind: 'TokenRequest',
    spec: { expirationSeconds: 600 },
  });
  assert.equal(reply.code, 201, reply.text);
  const token = getString(reply.body, 'status', 'token') ?? '';
  const claims: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
  assert.equal(getString(claims, 'sub'), `system:serviceaccount:${namespace}:robot`);
  assert.ok(Date.parse(getString(reply.body, 'status', 'expirationTimestamp') ?? '') > 0);
  const refused = await admin.as(token).get('/api/v1/namespaces');
  assert.equal(
    refused.body['message'],
    `namespaces is forbidden: User "system:serviceaccount:${namespace}:robot" cannot list resource "namespaces" in API group "" at the cluster scope`,
  );
  const tooShort = await admin.post(where, {
    apiVersion: 'authentication.k8s.io/v1',
    kind: 'TokenRequest',
    spec: { expirationSeconds: 5 },
  });
  assert.equal(tooShort.code, 422);
});

test('lets an administrator impersonate another user', async () => {
  const reply = await server().admin.get('/api/v1/namespaces', { headers: { 'impersonate-user': 'nobody' } });
  assert.equal(reply.code, 403);
  assert.match(String(reply.body['message']), /^namespaces is forbidden: User "nobody" cannot list/);
});
