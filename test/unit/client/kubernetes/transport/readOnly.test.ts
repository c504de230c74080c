/** Tests `osc.readOnly`: every change is rejected before it is sent, but reads and dry runs continue to work. */
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import type { Connection, SendOptions } from '#client/kubernetes/connection.ts';
import { connect } from '#client/kubernetes/transport/connect.ts';
import { isChange } from '#client/kubernetes/transport/isChange.ts';
import { sendChange } from '#client/operations/engine/run/sendChange.ts';
import type { ClusterChange } from '#core/operations/changes/clusterChange.ts';
import { simulate, type Simulation } from '#simulator/main.ts';
import { contextIn, deps, folder } from '#test/support/cluster/clusterHarness.ts';

const namespaces = '/api/v1/namespaces';
const maps = '/api/v1/namespaces/default/configmaps';
const map = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a', namespace: 'default' }, data: { a: 'b' } };
const reviews = '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews';
const target = { group: '', version: 'v1', plural: 'configmaps', kind: 'ConfigMap', name: 'a', namespace: 'default' };
const changes: readonly ClusterChange[] = [
  { how: 'apply', target, object: map },
  { how: 'merge', target, patch: { data: { a: 'c' } } },
  { how: 'merge', target, patch: { data: { a: 'c' } }, resourceVersion: '1' },
  { how: 'delete', target },
  { how: 'delete', target, uid: 'u' },
];

/** Changes with every method, in variants that could appear harmless. */
const sent: readonly (readonly [path: string, options: SendOptions])[] = [
  [maps, { method: 'POST', body: map }],
  [maps, { method: 'POST', body: map, query: { dryRun: '' } }],
  [maps, { method: 'POST', body: map, query: { dryRun: 'None' } }],
  [maps, { method: 'POST', body: map, query: { dryRun: true } }],
  [`${maps}?dryRun=All`, { method: 'POST', body: map }],
  [maps, { method: 'POST', body: { ...map, dryRun: ['All'] } }],
  [`${maps}/a`, { method: 'PUT', body: map }],
  [
    `${maps}/a`,
    {
      method: 'PATCH',
      body: map,
      contentType: 'application/apply-patch+yaml',
      query: { fieldManager: 'x', force: true },
    },
  ],
  [`${maps}/a`, { method: 'PATCH', body: map, contentType: 'application/merge-patch+json' }],
  [`${maps}/a`, { method: 'DELETE' }],
  [`${maps}/a`, { method: 'DELETE', body: { kind: 'DeleteOptions' } }],
  // If a DELETE request has a body, the API server reads the options only from the body.
  [
    `${maps}/a`,
    { method: 'DELETE', body: { kind: 'DeleteOptions', propagationPolicy: 'Background' }, query: { dryRun: 'All' } },
  ],
  [maps, { method: 'DELETE' }],
  [`${namespaces}/default/pods/a/eviction`, { method: 'POST', body: {} }],
  [`${reviews}/x`, { method: 'POST', body: {} }],
  [reviews, { method: 'DELETE' }],
  [`${maps}/../../../..${reviews}`, { method: 'POST', body: map }],
];

describe('osc.readOnly', () => {
  const home = folder();
  let cluster: Simulation;
  let connection: Connection;
  let readOnly = true;

  before(async () => {
    cluster = await simulate();
    connection = connect(
      await contextIn(home.write('config', cluster.kubeconfig), 'kube-admin'),
      deps({ isReadOnly: () => readOnly }),
    );
  });

  afterEach(() => {
    readOnly = true;
    cluster.audit.clear();
  });

  after(async () => {
    connection.close();
    await cluster.close();
    home.remove();
  });

  test('rejects every change before it is sent', async () => {
    for (const [path, options] of sent) {
      const answer = await connection.send(path, options);
      assert.ok(!answer.ok && answer.error.kind === 'readOnly', `${options.method} ${path}`);
      assert.match(answer.error.message, /osc\.readOnly/);
    }
    for (const change of changes) {
      const answer = await sendChange(connection, change, { dryRun: false, signal: new AbortController().signal });
      assert.ok(!answer.ok && answer.error.kind === 'readOnly', change.how);
    }
    assert.deepEqual(cluster.audit.entries, []);
  });

  test('allows reads, access reviews, and dry runs', async () => {
    readOnly = false;
    assert.ok((await connection.send(maps, { method: 'POST', body: map })).ok);
    readOnly = true;
    const before = await connection.ask(`${maps}/a`);
    const body = {
      apiVersion: 'authorization.k8s.io/v1',
      kind: 'SelfSubjectAccessReview',
      spec: { resourceAttributes: { verb: 'list', resource: 'pods' } },
    };
    assert.ok((await connection.send(reviews, { method: 'POST', body })).ok);
    for (const change of changes) {
      const answer = await sendChange(connection, change, { dryRun: true, signal: new AbortController().signal });
      assert.ok(answer.ok || answer.error.kind === 'conflict', change.how);
    }
    assert.deepEqual(await connection.ask(`${maps}/a`), before);
    readOnly = false;
    assert.ok(
      (await sendChange(connection, { how: 'delete', target }, { dryRun: false, signal: new AbortController().signal }))
        .ok,
    );
    assert.equal((await connection.ask(`${maps}/a`)).ok, false);
  });

  test('is evaluated for each request', async () => {
    readOnly = false;
    assert.ok(
      (await connection.send(maps, { method: 'POST', body: { ...map, metadata: { name: 'b', namespace: 'default' } } }))
        .ok,
    );
    readOnly = true;
    assert.equal((await connection.send(`${maps}/b`, { method: 'DELETE' })).ok, false);
  });

  test('recognizes dry runs as the API server does', () => {
    assert.equal(isChange('/x', { method: 'PATCH', query: { dryRun: 'All' } }), false);
    assert.equal(isChange('/x', { method: 'DELETE', query: { dryRun: 'All' } }), false);
    assert.equal(isChange('/x', { method: 'DELETE', query: { dryRun: 'All' }, body: { dryRun: ['All'] } }), false);
    assert.equal(isChange('/x', { method: 'DELETE', query: { dryRun: 'All' }, body: {} }), true);
  });
});
