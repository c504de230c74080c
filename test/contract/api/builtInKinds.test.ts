/**
 * Tests what an API server does to built-in kinds before it stores them: defaults, validation, and immutable fields.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getList, getMap, getNumber, getString, getValue } from '#simulator/store/kubeObject.ts';
import type { JsonObject } from '#simulator/store/kubeObject.ts';
import { contract, newNamespace } from './contractServer.ts';

const server = contract();
const template = { metadata: { labels: { app: 'w' } }, spec: { containers: [{ name: 'c', image: 'i:1' }] } };

async function causesOf(where: string, object: JsonObject): Promise<readonly string[]> {
  const { code, body } = await server().admin.post(where, object);
  assert.equal(code, 422, JSON.stringify(body));
  return getList(body, 'details', 'causes').map(
    (cause) => `${getString(cause, 'reason') ?? ''} ${getString(cause, 'field') ?? ''}`,
  );
}

test('sets pod defaults and the Pending phase', async () => {
  const where = `/api/v1/namespaces/${await newNamespace(server())}/pods`;
  const container = {
    name: 'c',
    image: 'i',
    ports: [{ containerPort: 80 }],
    livenessProbe: { httpGet: { path: '/', port: 80 } },
  };
  const volumes = [{ name: 'v', configMap: { name: 'x' } }];
  const { code, body } = await server().admin.post(where, {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'p' },
    spec: { containers: [container], volumes },
    status: { phase: 'Running' },
  });
  assert.equal(code, 201, JSON.stringify(body));
  assert.equal(getString(body, 'status', 'phase'), 'Pending');
  const spec = getMap(body, 'spec');
  const { restartPolicy, dnsPolicy, terminationGracePeriodSeconds, schedulerName, enableServiceLinks } = spec;
  assert.deepEqual(
    { restartPolicy, dnsPolicy, terminationGracePeriodSeconds, schedulerName, enableServiceLinks },
    {
      restartPolicy: 'Always',
      dnsPolicy: 'ClusterFirst',
      terminationGracePeriodSeconds: 30,
      schedulerName: 'default-scheduler',
      enableServiceLinks: true,
    },
  );
  assert.deepEqual(getList(spec, 'containers'), [
    {
      name: 'c',
      image: 'i',
      ports: [{ containerPort: 80, protocol: 'TCP' }],
      livenessProbe: {
        httpGet: { path: '/', port: 80, scheme: 'HTTP' },
        timeoutSeconds: 1,
        periodSeconds: 10,
        successThreshold: 1,
        failureThreshold: 3,
      },
      resources: {},
      terminationMessagePath: '/dev/termination-log',
      terminationMessagePolicy: 'File',
      imagePullPolicy: 'Always',
    },
  ]);
  assert.equal(getNumber(getList(spec, 'volumes')[0], 'configMap', 'defaultMode'), 420);
  assert.deepEqual(
    getList(spec, 'tolerations').map((each) => getString(each, 'key')),
    ['node.kubernetes.io/not-ready', 'node.kubernetes.io/unreachable'],
  );
});

test('rejects pods without valid containers', async () => {
  const where = `/api/v1/namespaces/${await newNamespace(server())}/pods`;
  const pod = (spec: JsonObject): JsonObject => ({ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p' }, spec });
  assert.deepEqual(await causesOf(where, pod({})), ['FieldValueRequired spec.containers']);
  assert.deepEqual(await causesOf(where, pod({ containers: [{ name: 'c' }] })), [
    'FieldValueRequired spec.containers[0].image',
  ]);
  assert.deepEqual(await causesOf(where, pod({ containers: [{ name: 'C_', image: 'i' }] })), [
    'FieldValueInvalid spec.containers[0].name',
  ]);
});

test('allows changes only to a few pod fields such as the image', async () => {
  const { admin } = server();
  const where = `/api/v1/namespaces/${await newNamespace(server())}/pods`;
  await admin.post(where, { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p' }, spec: template.spec });
  assert.equal(
    (await admin.patch(`${where}/p`, 'strategic-merge', { spec: { containers: [{ name: 'c', image: 'i:2' }] } })).code,
    200,
  );
  const { code, body } = await admin.patch(`${where}/p`, 'merge', { spec: { hostNetwork: true } });
  assert.equal(code, 422);
  assert.match(
    String(body['message']),
    /^Pod "p" is invalid: spec: Forbidden: pod updates may not change fields other than/,
  );
  const status = await admin.patch(`${where}/p/status`, 'merge', {
    status: { phase: 'Running' },
    spec: { hostNetwork: true },
  });
  assert.equal(getString(status.body, 'status', 'phase'), 'Running');
  assert.equal(getValue(status.body, 'spec', 'hostNetwork'), undefined);
  const gone = await admin.delete(`${where}/p`);
  assert.equal(gone.body['kind'], 'Pod', 'a pod that runs nowhere is gone at once, and is the answer');
  assert.equal(getNumber(gone.body, 'metadata', 'deletionGracePeriodSeconds'), 0);
  assert.equal((await admin.get(`${where}/p`)).code, 404);
});

test('lists pods by node and phase', async () => {
  const { admin } = server();
  const where = `/api/v1/namespaces/${await newNamespace(server())}/pods`;
  await admin.post(where, {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'a' },
    spec: { ...template.spec, nodeName: 'n1' },
  });
  await admin.post(where, { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'b' }, spec: template.spec });
  const names = async (selector: string): Promise<readonly (string | undefined)[]> =>
    getList((await admin.get(`${where}?fieldSelector=${encodeURIComponent(selector)}`)).body, 'items').map((item) =>
      getString(item, 'metadata', 'name'),
    );
  assert.deepEqual(await names('spec.nodeName=n1'), ['a']);
  assert.deepEqual(await names('spec.nodeName='), ['b']);
  assert.deepEqual(await names('status.phase=Pending'), ['a', 'b']);
});

test('lists events by what they are about, their reason, and their source', async () => {
  const { admin } = server();
  const namespace = await newNamespace(server());
  const where = `/api/v1/namespaces/${namespace}/events`;
  const event = (name: string, reason: string, more: JsonObject = {}): JsonObject => ({
    apiVersion: 'v1',
    kind: 'Event',
    metadata: { name, namespace },
    involvedObject: {
      apiVersion: 'v1',
      kind: 'Pod',
      name: 'p',
      namespace,
      uid: 'u-1',
      fieldPath: 'spec.containers{c}',
    },
    reason,
    type: 'Warning',
    source: { component: 'kubelet', host: 'worker-1' },
    ...more,
  });
  await admin.post(where, event('a', 'FailedCreatePodSandBox'));
  await admin.post(
    where,
    event('b', 'FailedScheduling', { type: 'Normal', source: { component: 'default-scheduler' } }),
  );
  const names = async (selector: string, list = where): Promise<readonly (string | undefined)[]> =>
    getList((await admin.get(`${list}?fieldSelector=${encodeURIComponent(selector)}`)).body, 'items').map((item) =>
      getString(item, 'metadata', 'name'),
    );
  assert.deepEqual(await names('reason=FailedCreatePodSandBox'), ['a']);
  assert.deepEqual(await names(`reason=FailedCreatePodSandBox,metadata.namespace=${namespace}`, '/api/v1/events'), [
    'a',
  ]);
  assert.deepEqual(await names('involvedObject.uid=u-1,type!=Warning'), ['b']);
  assert.deepEqual(
    await names('involvedObject.kind=Pod,involvedObject.apiVersion=v1,involvedObject.fieldPath=spec.containers{c}'),
    ['a', 'b'],
  );
  assert.deepEqual(await names('source=default-scheduler'), ['b']);
  const wrong = await admin.get(`${where}?fieldSelector=message%3Dx`);
  assert.deepEqual([wrong.code, wrong.body['message']], [400, 'field label not supported: message']);
});

test('gives a scheduled pod a grace period on deletion', async () => {
  const { admin } = server();
  const where = `/api/v1/namespaces/${await newNamespace(server())}/pods`;
  await admin.post(where, {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'a' },
    spec: { ...template.spec, nodeName: 'nowhere' },
  });
  const marked = await admin.delete(`${where}/a`);
  assert.equal(getNumber(marked.body, 'metadata', 'deletionGracePeriodSeconds'), 30);
  assert.ok(
    Date.parse(getString(marked.body, 'metadata', 'deletionTimestamp') ?? '') >
      Date.parse(getString(marked.body, 'metadata', 'creationTimestamp') ?? '') + 25_000,
  );
  const now = await admin.delete(`${where}/a`, { gracePeriodSeconds: 0 });
  assert.equal(now.code, 200);
  assert.equal((await admin.get(`${where}/a`)).code, 404);
});

test('requires a workload selector that matches the pod template', async () => {
  const namespace = await newNamespace(server());
  const where = `/apis/apps/v1/namespaces/${namespace}/deployments`;
  const deployment = (spec: JsonObject): JsonObject => ({
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'd' },
    spec,
  });
  assert.deepEqual(await causesOf(where, deployment({ selector: { matchLabels: { app: 'x' } }, template })), [
    'FieldValueInvalid spec.template.metadata.labels',
  ]);
  assert.deepEqual(await causesOf(where, deployment({})), [
    'FieldValueRequired spec.selector',
    'FieldValueInvalid spec.template.metadata.labels',
    'FieldValueRequired spec.template.spec.containers',
  ]);
  const set = await server().admin.post(`/apis/apps/v1/namespaces/${namespace}/daemonsets`, {
    apiVersion: 'apps/v1',
    kind: 'DaemonSet',
    metadata: { name: 'd' },
    spec: { selector: { matchLabels: { app: 'w' } }, template },
  });
  assert.deepEqual(getMap(set.body, 'status'), {
    currentNumberScheduled: 0,
    numberMisscheduled: 0,
    desiredNumberScheduled: 0,
    numberReady: 0,
  });
});

test('selects pods of a Job by its UID', async () => {
  const where = `/apis/batch/v1/namespaces/${await newNamespace(server())}/jobs`;
  const { body } = await server().admin.post(where, {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: { name: 'j' },
    spec: { template: { spec: { ...template.spec, restartPolicy: 'Never' } } },
  });
  const uid = getString(body, 'metadata', 'uid');
  assert.ok(Object.values(getMap(body, 'spec', 'selector', 'matchLabels')).includes(uid));
  assert.equal(getString(body, 'spec', 'template', 'metadata', 'labels', 'controller-uid'), uid);
  assert.equal(getString(body, 'spec', 'template', 'metadata', 'labels', 'job-name'), 'j');
});

test('rejects changes to binding roles, Secret types, and runtime class handlers', async () => {
  const { admin } = server();
  const namespace = await newNamespace(server());
  const bindings = `/apis/rbac.authorization.k8s.io/v1/namespaces/${namespace}/rolebindings`;
  const bound = await admin.post(bindings, {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'RoleBinding',
    metadata: { name: 'b' },
    roleRef: { kind: 'Role', name: 'r' },
    subjects: [{ kind: 'User', name: 'u' }],
  });
  assert.deepEqual(getMap(bound.body, 'roleRef'), { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'r' });
  assert.deepEqual(getList(bound.body, 'subjects'), [
    { apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: 'u' },
  ]);
  const moved = await admin.patch(`${bindings}/b`, 'merge', { roleRef: { name: 'q' } });
  assert.equal(
    moved.body['message'],
    'RoleBinding.rbac.authorization.k8s.io "b" is invalid: roleRef: Invalid value: rbac.RoleRef{APIGroup:"rbac.authorization.k8s.io", Kind:"Role", Name:"q"}: cannot change roleRef',
  );
  await admin.post(`/api/v1/namespaces/${namespace}/secrets`, {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: 's' },
  });
  const type = await admin.patch(`/api/v1/namespaces/${namespace}/secrets/s`, 'merge', { type: 'x' });
  assert.equal(type.body['message'], 'Secret "s" is invalid: type: Invalid value: "x": field is immutable');
  const classes = '/apis/node.k8s.io/v1/runtimeclasses';
  await admin.post(classes, {
    apiVersion: 'node.k8s.io/v1',
    kind: 'RuntimeClass',
    metadata: { name: namespace },
    handler: 'kata',
  });
  const handler = await admin.patch(`${classes}/${namespace}`, 'merge', { handler: 'other' });
  assert.equal(
    handler.body['message'],
    `RuntimeClass.node.k8s.io "${namespace}" is invalid: handler: Invalid value: "other": field is immutable`,
  );
  assert.equal((await admin.delete(`${classes}/${namespace}`)).code, 200);
});

test('accepts the status of a node that registers', async () => {
  const { admin } = server();
  const name = await newNamespace(server());
  const { body } = await admin.post('/api/v1/nodes', {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name, labels: { 'node-role.kubernetes.io/worker': '' } },
    status: { nodeInfo: { kubeletVersion: 'v1.30.1' } },
  });
  assert.equal(getString(body, 'status', 'nodeInfo', 'kubeletVersion'), 'v1.30.1');
  const table = await admin.get(`/api/v1/nodes/${name}`, { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' });
  assert.deepEqual(getList(getList(table.body, 'rows')[0], 'cells').slice(0, 3), [name, 'Unknown', 'worker']);
  assert.equal((await admin.delete(`/api/v1/nodes/${name}`)).code, 200);
});

test('rejects the deletion of the default namespace', async () => {
  const { code, body } = await server().admin.delete('/api/v1/namespaces/default');
  assert.equal(code, 403);
  assert.equal(body['message'], 'namespaces "default" is forbidden: this namespace may not be deleted');
});
