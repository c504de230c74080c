/** Tests the controller of the operator that delays the deletion of a runtime class. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as names from '#simulator/controllers/framework/resourceNames.ts';
import { stage } from '#test/support/cluster/controllersStage.ts';

test('a running operator removes its finalizer from a runtime class that no pod uses anymore', () => {
  const { client, play } = stage({ name: 'runtimeclass-finalizer' });
  const held = client.get(names.runtimeClasses, 'kata')?.metadata;
  assert.notEqual(held?.deletionTimestamp, undefined);
  play({ delete: { resource: names.deployments, name: 'payments', namespace: 'payments' } }, { wait: 120_000 });
  assert.notEqual(client.get(names.runtimeClasses, 'kata')?.metadata.uid, held?.uid);
});
