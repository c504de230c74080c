/**
 * Tests that simulated controllers own the same fields of a node as clients that send the same changes to the API
 * server.
 */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import * as names from '#simulator/controllers/framework/resourceNames.ts';
import { createKataConfig } from '#simulator/scenarios/engine/commonSteps.ts';
import { getList, getMap, getString, getValue, isJsonObject } from '#simulator/store/kubeObject.ts';
import { stage } from '#test/support/cluster/controllersStage.ts';
import { contract } from './contractServer.ts';

const server = contract();
const prefix = 'machineconfiguration.openshift.io/';

/** Returns the entry of a manager in the managed fields. */
function findEntry(object: unknown, manager: string, subresource?: string): unknown {
  return getList(object, 'metadata', 'managedFields').find(
    (each) => getString(each, 'manager') === manager && getString(each, 'subresource') === subresource,
  );
}

/** Returns an entry without its time. */
function withoutTime(entry: unknown): unknown {
  const { time: _time, ...rest } = getMap({ entry }, 'entry');
  return rest;
}

test('a node during a drain has the managed fields that the API server records for the same changes', async () => {
  const { admin, minor } = server();
  const cluster = stage({ name: 'two-workers' });
  const cordoned = { resource: names.nodes, name: 'worker-1', path: 'spec.unschedulable', is: true } as const;
  cluster.play(createKataConfig(), { until: cordoned });
  const node = cluster.client.get(names.nodes, 'worker-1') ?? assert.fail();
  const name = `worker-${randomUUID().slice(0, 8)}`;
  const path = `/api/v1/nodes/${name}`;
  const annotations = Object.entries(node.metadata.annotations ?? {});
  const own = new Set(['desiredConfig', 'lastAppliedDrain'].map((key) => prefix + key));
  const only = (filter: (key: string) => boolean) => ({
    metadata: { annotations: Object.fromEntries(annotations.filter(([key]) => filter(key))) },
  });
  async function send(manager: string, body: unknown, subresource = ''): Promise<void> {
    const reply = await admin.patch(`${path}${subresource}?fieldManager=${manager}`, 'merge', body);
    assert.equal(reply.code, 200, reply.text);
  }
  const labels = { 'kubernetes.io/os': 'linux' };
  const { metadata } = only((key) => !key.startsWith(prefix));
  const created = await admin.post('/api/v1/nodes?fieldManager=kubelet', {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { ...metadata, name, labels },
    spec: { providerID: getString(node, 'spec', 'providerID') },
  });
  assert.equal(created.code, 201, created.text);
  await send(
    'machine-config-daemon',
    only((key) => key.startsWith(prefix) && !own.has(key)),
  );
  await send(
    'machine-config-controller',
    only((key) => own.has(key)),
  );
  await send('machine-config-controller', { spec: { unschedulable: true } });
  await send('kubelet', { status: { conditions: getList(node, 'status', 'conditions') } }, '/status');
  const recorded = (await admin.get(path)).body;
  for (const manager of ['machine-config-daemon', 'machine-config-controller'])
    assert.deepEqual(withoutTime(findEntry(recorded, manager)), withoutTime(findEntry(node, manager)), manager);
  // The name of the subresource is recorded since Kubernetes 1.22.
  if (minor >= 22) {
    const conditionsOf = (object: unknown): unknown =>
      getValue(findEntry(object, 'kubelet', 'status'), 'fieldsV1', 'f:status', 'f:conditions');
    assert.ok(isJsonObject(conditionsOf(node)));
    assert.deepEqual(conditionsOf(recorded), conditionsOf(node), 'conditions of kubelet');
  }
  await admin.delete(path);
});
