/** Tests which cluster data the language server receives, and which it doesn't. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createChosenCluster } from '#client/language/server/clusterInfoStore.ts';
import { maxClusterNodes, type ClusterFacts } from '#server/protocol/clusterFacts.ts';

const facts: ClusterFacts = {
  cluster: 'demo',
  asOf: '2026-11-21T10:41:00Z',
  release: '1.12',
  runtimeClasses: ['kata'],
  allowedInstanceTypes: { provider: 'aws', types: [] },
  nodes: [{ name: 'worker-0', labels: { a: 'b' } }],
  kataConfigs: [{ name: 'example', words: 'Kata 3/5', health: 'busy' }],
  converged: false,
  kataNodes: 2,
};

test('chosen cluster returns the latest facts until they are cleared', () => {
  const chosen = createChosenCluster();
  let changes = 0;
  chosen.onChange(() => (changes += 1));
  assert.deepEqual(chosen.now(), {});
  chosen.set(undefined);
  assert.equal(changes, 0, 'nobody need be told of nothing');
  chosen.set(facts);
  assert.deepEqual(chosen.now(), { facts });
  chosen.set({ cluster: 'other', asOf: facts.asOf });
  assert.deepEqual(chosen.now(), { facts: { cluster: 'other', asOf: facts.asOf } });
  chosen.set(undefined);
  assert.deepEqual(chosen.now(), {});
  assert.equal(changes, 3);
});

test('chosen cluster passes on only known fields', () => {
  const canary = 'canary';
  const more = {
    ...facts,
    token: canary,
    server: canary,
    allowedInstanceTypes: { provider: 'aws', types: [], secret: canary },
    nodes: [{ name: 'worker-0', labels: {}, addresses: [canary] }],
    kataConfigs: [{ name: 'example', words: 'kata', health: 'ok', managedFields: canary } as const],
  };
  const chosen = createChosenCluster();
  chosen.set(more);
  const told = JSON.stringify(chosen.now());
  assert.match(told, /worker-0/);
  assert.doesNotMatch(told, /canary/);
});

test('chosen cluster omits the nodes if there are too many', () => {
  const chosen = createChosenCluster();
  const nodes = (count: number) => Array.from({ length: count }, (_, index) => ({ name: `n${index}`, labels: {} }));
  chosen.set({ ...facts, nodes: nodes(maxClusterNodes) });
  assert.equal(chosen.now().facts?.nodes?.length, maxClusterNodes);
  chosen.set({ ...facts, nodes: nodes(maxClusterNodes + 1) });
  assert.equal(chosen.now().facts?.nodes, undefined);
});
