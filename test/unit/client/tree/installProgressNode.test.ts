import assert from 'node:assert/strict';
import { test } from 'node:test';
import { installProgressNode } from '#client/tree/rows/cluster/installProgressNode.ts';
import { noKataConfigNode, noOperatorNode } from '#client/tree/rows/cluster/missingPrerequisiteNodes.ts';
import { createSavedKataConfig } from '#core/operations/changes/savedKataConfig.ts';
import { object, snapshotOf } from '#test/support/cluster/clusterObjects.ts';
import { tooltipText } from '#test/support/cluster/treeInput.ts';

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

test('rows start no operation if osc.readOnly is on', () => {
  const subscription = object('ours', { spec: { name: 'sandboxed-containers-operator', channel: 'stable' } });
  const rowsOf = (readOnly: boolean) => {
    const input = { context: 'demo', readOnly };
    return [
      installProgressNode({ ...input, snapshot: snapshotOf({ subscriptions: [subscription] }) }),
      noOperatorNode({ ...input, snapshot: snapshotOf({}) }, false),
      noKataConfigNode({ ...input, snapshot: snapshotOf({}) }),
    ];
  };
  for (const row of rowsOf(true)) {
    assert.equal(row?.view.command, undefined);
    assert.doesNotMatch(tooltipText(row), /Click to|click the button/);
  }
  assert.deepEqual(
    rowsOf(false).map((row) => row?.view.command?.id),
    ['osc.kata.install', 'osc.kata.install', undefined],
  );
});
