import assert from 'node:assert/strict';
import { test } from 'node:test';
import { installProgressNode } from '#client/tree/rows/cluster/installProgressNode.ts';
import { createSavedKataConfig } from '#core/operations/changes/savedKataConfig.ts';
import { object, snapshotOf } from '#test/support/cluster/clusterObjects.ts';

test('progress row continues an interrupted update', () => {
  const subscription = object('ours', { spec: { name: 'sandboxed-containers-operator', channel: 'stable' } });
  const kept = object('kata-vscode-kept-kataconfig', { data: createSavedKataConfig({})['data'] });
  const row = installProgressNode({
    context: 'demo',
    snapshot: snapshotOf({ subscriptions: [subscription], configMaps: [kept] }),
  });
  assert.deepEqual([row?.view.label, row?.view.description], ['Update', 'Partial']);
  assert.equal(row?.view.command?.id, 'osc.kata.update');
  const without = installProgressNode({ context: 'demo', snapshot: snapshotOf({ subscriptions: [subscription] }) });
  assert.notEqual(without?.view.label, 'Update');
});
