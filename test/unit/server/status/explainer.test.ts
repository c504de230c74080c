/** Tests the explanation of several texts at once, as `osc-tools explain` receives them. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { explainSeveral } from '#server/status/explainer.ts';
import { assertProportional } from '#test/support/performance/growth.ts';

const answer = (Action: string, Items: readonly object[]) =>
  JSON.stringify({ ResponseMetadata: { Action, Service: 'veecp' }, Result: { Items } });
const Status = { Phase: 'Failed', Conditions: [{ Type: 'Unknown' }] };

describe('explanation of several texts', () => {
  test('takes linear time for large JSON responses', async () => {
    const more = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`Field${index}`, index]));
    const nodes = Array.from({ length: 5000 }, (_, index) => ({
      ...more,
      Id: `node-${index}`,
      ClusterId: 'cluster-1',
      NodePoolId: 'pool-1',
      Status,
    }));
    // The YAML parser would take minutes, because its cost grows with the square of the length.
    await assertProportional((part) => {
      const { fine } = explainSeveral(
        [
          { name: 'nodes.json', text: answer('ListEdgeNodes', nodes.slice(0, nodes.length * part)) },
          { name: 'clusters.json', text: answer('ListClusters', [{ Id: 'cluster-1', Name: 'edge', Status }]) },
        ],
        {},
      );
      assert.equal(fine, false);
    });
  });

  test('is the same for JSON and YAML', () => {
    const clusters = answer('ListClusters', [{ Id: 'cluster-1', Name: 'edge', Status }]);
    const told = (text: string) =>
      explainSeveral(
        [
          { name: 'one', text },
          { name: 'two', text: answer('ListEdgeNodes', []) },
        ],
        {},
      ).text;
    assert.equal(told(`# as YAML\n${clusters}`), told(clusters));
  });
});
