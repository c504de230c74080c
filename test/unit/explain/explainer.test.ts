/** Several texts at once, as `osc-tools explain` takes them. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { explainSeveral } from '../../../server/src/cli/explainer.ts';
import { stopwatch } from '../../support/stopwatch.ts';

const answer = (Action: string, Items: readonly object[]) => JSON.stringify({ ResponseMetadata: { Action, Service: 'veecp' }, Result: { Items } });
const Status = { Phase: 'Failed', Conditions: [{ Type: 'Unknown' }] };

describe('explaining several texts', () => {
  test('large answers in JSON are not read as YAML, which takes minutes', () => {
    const more = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`Field${index}`, index]));
    const nodes = Array.from({ length: 5000 }, (_, index) => ({ ...more, Id: `node-${index}`, ClusterId: 'cluster-1', NodePoolId: 'pool-1', Status }));
    const took = stopwatch();
    const { fine } = explainSeveral(
      [
        { name: 'nodes.json', text: answer('ListEdgeNodes', nodes) },
        { name: 'clusters.json', text: answer('ListClusters', [{ Id: 'cluster-1', Name: 'edge', Status }]) },
      ],
      undefined,
    );
    assert.equal(fine, false);
    const milliseconds = took();
    assert.ok(milliseconds < 2000, `${milliseconds} ms`);
  });

  test('JSON and YAML say the same', () => {
    const clusters = answer('ListClusters', [{ Id: 'cluster-1', Name: 'edge', Status }]);
    const told = (text: string) =>
      explainSeveral(
        [
          { name: 'one', text },
          { name: 'two', text: answer('ListEdgeNodes', []) },
        ],
        undefined,
      ).text;
    assert.equal(told(`# as YAML\n${clusters}`), told(clusters));
  });
});
