/**
 * Runs a command and reads a log through a real API server, which forwards both to the kubelet of the node. Proves the
 * paths, the permissions, and the upgrade of the connection. Runs only with `npm run test:oracle`, because the
 * simulator contains its kubelet.
 */
import assert from 'node:assert/strict';
import process from 'node:process';
import { after, before, describe, test } from 'node:test';
import type { Connection } from '#client/kubernetes/connection.ts';
import { connect } from '#client/kubernetes/transport/connect.ts';
import { contextIn, deps, problemOf, valueOf } from '#test/support/cluster/clusterHarness.ts';
import { execToEnd, webCommand } from '#test/support/cluster/execPods.ts';
import { contract, newNamespace } from '../api/contractServer.ts';
import { startKubeletEndpoint, type KubeletEndpoint } from './kubeletEndpoint.ts';

const file = process.env['ORACLE_KUBECONFIG'] ?? '';
const skip = file === '' ? 'the simulator contains its kubelet' : false;

describe('a kubelet behind a real API server', { skip }, () => {
  const server = contract();
  const state: { kubelet?: KubeletEndpoint; connection?: Connection; viewer?: Connection; namespace?: string } = {};
  const node = 'contract-kubelet';

  before(async () => {
    const { admin } = server();
    const kubelet = await startKubeletEndpoint('first\nsecond\n');
    state.kubelet = kubelet;
    const namespace = await newNamespace(server());
    state.namespace = namespace;
    const status = {
      addresses: [{ type: 'InternalIP', address: '127.0.0.1' }],
      daemonEndpoints: { kubeletEndpoint: { Port: kubelet.port } },
    };
    const metadata = { name: node };
    await admin.delete(`/api/v1/nodes/${node}`);
    const created = await admin.post('/api/v1/nodes', { apiVersion: 'v1', kind: 'Node', metadata, status });
    assert.equal(created.code, 201, created.text);
    const patched = await admin.patch(`/api/v1/nodes/${node}/status`, 'merge', { status });
    assert.equal(patched.code, 200, patched.text);
    const pod = await admin.post(`/api/v1/namespaces/${namespace}/pods`, {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'web' },
      spec: { nodeName: node, containers: [{ name: 'app', image: 'app' }] },
    });
    assert.equal(pod.code, 201, pod.text);
    const { kubeconfig } = server();
    const current = /current-context: *(\S+)/.exec(kubeconfig)?.[1] ?? '';
    state.connection = connect(await contextIn(file, current), deps());
    state.viewer = connect(await contextIn(file, 'viewer'), deps());
  });
  after(async () => {
    state.connection?.close();
    state.viewer?.close();
    await state.kubelet?.close();
    await server().admin.delete(`/api/v1/nodes/${node}`);
  });

  const connection = (): Connection => state.connection ?? assert.fail();
  const kubelet = (): KubeletEndpoint => state.kubelet ?? assert.fail();
  const namespace = (): string => state.namespace ?? assert.fail();

  test('receives the arguments, the input, and the upgrade of a command, and returns its output and exit code', async () => {
    const result = await execToEnd(connection(), ['echo', 'a b', '3'], { namespace: namespace(), input: 'typed\n' });
    assert.deepEqual(result, {
      stdout: 'echo|a b|3\ntyped\n',
      stderr: 'warning\n',
      end: { kind: 'exited', exitCode: 3 },
    });
    const path = `/exec/${namespace()}/web/app`;
    assert.equal(
      kubelet().requests.at(-1),
      `${path}?command=echo&command=a+b&command=3&error=1&input=1&output=1 websocket`,
    );
  });

  test('receives a request for a log', async () => {
    const path = `/api/v1/namespaces/${namespace()}/pods/web/log`;
    const answer = await server().admin.get(`${path}?container=app&tailLines=10&timestamps=true`);
    assert.deepEqual([answer.code, answer.text], [200, 'first\nsecond\n']);
    const [path_, query = ''] = (kubelet().requests.at(-1) ?? '').split('?');
    assert.equal(path_, `/containerLogs/${namespace()}/web/app`);
    assert.deepEqual(Object.fromEntries(new URLSearchParams(query)), { tailLines: '10', timestamps: 'true' });
  });

  test('receives nothing from a user without the permission, until a role grants it', async () => {
    const before = kubelet().requests.length;
    const options = { ...webCommand, namespace: namespace(), command: ['true', '0'], onOutput: () => undefined };
    const viewer = state.viewer ?? assert.fail();
    const open = async () => (await viewer.exec?.(options)) ?? assert.fail();
    const problem = problemOf(await open());
    assert.equal(problem.kind, 'forbidden');
    assert.match(problem.message, /cannot get resource "pods\/exec"/);
    assert.equal(kubelet().requests.length, before);
    const { admin, viewerName } = server();
    const group = `/apis/rbac.authorization.k8s.io/v1/namespaces/${namespace()}`;
    const metadata = { name: 'exec' };
    const apiVersion = 'rbac.authorization.k8s.io/v1';
    const rules = [{ apiGroups: [''], resources: ['pods/exec'], verbs: ['get', 'create'] }];
    assert.equal((await admin.post(`${group}/roles`, { apiVersion, kind: 'Role', metadata, rules })).code, 201);
    const binding = {
      apiVersion,
      kind: 'RoleBinding',
      metadata,
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'exec' },
      subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: viewerName }],
    };
    assert.equal((await admin.post(`${group}/rolebindings`, binding)).code, 201);
    let opened = await open();
    // The authorizer of the server reads new bindings with a delay.
    while (!opened.ok && opened.error.kind === 'forbidden') opened = await open();
    assert.deepEqual(await valueOf(opened).ended, { kind: 'exited', exitCode: 0 });
  });
});
