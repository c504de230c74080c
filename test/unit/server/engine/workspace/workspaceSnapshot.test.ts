/** Tests which objects of a workspace are in its snapshot. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createWorkspaceSnapshot } from '#server/engine/workspace/workspaceSnapshot.ts';

const configMaps = (count: number): string =>
  Array.from(
    { length: count },
    (_, index) => `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: osc-feature-gates\n  namespace: n${index}\n`,
  ).join('---\n');

describe('a workspace snapshot', () => {
  test('is incomplete if a file has more objects than the limit, because a missing object might be one of them', () => {
    const small = createWorkspaceSnapshot([{ uri: 'file:///w/a.yaml', text: configMaps(20) }]);
    assert.equal(small.whole, true);
    assert.equal(small.mentionsPeerPodsConfigMap, false);
    const large = createWorkspaceSnapshot([{ uri: 'file:///w/a.yaml', text: configMaps(501) }]);
    assert.equal(large.whole, false);
    assert.equal(large.mentionsPeerPodsConfigMap, true);
  });
});
