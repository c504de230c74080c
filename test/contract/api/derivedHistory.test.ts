/** Tests that the history derives changes from the managed fields that the API server records. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { deriveFromManagedFields } from '#core/cluster/derivedHistory.ts';
import { emptyHistory } from '#core/cluster/history.ts';
import { emptySnapshot } from '#core/cluster/snapshot.ts';
import { nodes } from '#core/cluster/watchedKinds/node.ts';
import { contract } from './contractServer.ts';

const server = contract();

test('a client that cordons a node is a derived change, and uncordoning is not, because no manager owns the field', async () => {
  const { admin } = server();
  const name = `worker-${randomUUID().slice(0, 8)}`;
  const path = `/api/v1/nodes/${name}`;
  const node = { apiVersion: 'v1', kind: 'Node', metadata: { name, labels: { a: 'b' } } };
  assert.equal((await admin.post('/api/v1/nodes?fieldManager=machine-api', node)).code, 201);
  /** Returns the changes of the node that the managed fields show. */
  async function setUnschedulable(value: true | null) {
    const body = { spec: { unschedulable: value } };
    const reply = await admin.patch(`${path}?fieldManager=kubectl-cordon`, 'strategic-merge', body);
    assert.equal(reply.code, 200, reply.text);
    const read = nodes.read((await admin.get(path)).body) ?? assert.fail('no node');
    // The API server adds the taint with the time later. Without it, only the managed fields contain the time.
    const { cordonedSince: _since, ...withoutTaint } = read;
    const snapshot = {
      ...emptySnapshot,
      nodes: { ...emptySnapshot.nodes, items: new Map([[name, withoutTaint]]) },
    };
    const now = Date.now();
    return deriveFromManagedFields(snapshot, emptyHistory, { from: now - 3_600_000, to: now + 60_000 });
  }
  const [cordoned, ...others] = await setUnschedulable(true);
  assert.deepEqual(others, []);
  assert.ok(cordoned !== undefined);
  assert.deepEqual(
    [cordoned.derived, cordoned.name, cordoned.what, cordoned.earliest],
    ['managedFields', name, { kind: 'cordon', cordoned: true }, undefined],
  );
  assert.ok(Math.abs(cordoned.at - Date.now()) < 60_000, 'the time of the request');
  assert.deepEqual(await setUnschedulable(null), []);
  await admin.delete(path);
});
