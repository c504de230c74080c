/**
 * Tests the edge hosting status table: every row as in the documentation, the pitfalls of the table, and causes across
 * several responses.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { decodeEdge } from '#core/edge/table/decodeEdge.ts';
import { edgeResources, type EdgePair } from '#core/edge/table/edgePair.ts';
import { createEdgeIndex, type EdgeItem } from '#core/edge/edgeCauses.ts';
import { findCondition, edgePairs } from '#core/edge/table/vocabulary.ts';

/**
 * Rows copied from the documentation, independent of the code: resource, phase, condition, and what the console shows.
 */
const written = readFileSync(path.join(import.meta.dirname, '../../../cases/edge/pairs.tsv'), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => line.split('\t'));

const row = (resource: string, phase: string, condition: string): EdgePair => {
  const found = edgePairs.find(
    (pair) => pair.resource === resource && pair.phase === phase && pair.condition === condition,
  );
  assert.ok(found, `${resource} {${phase}, [${condition}]}`);
  return found;
};

describe('status table', () => {
  test('has the 41 rows of the documentation in the same order', () => {
    assert.equal(written.length, 41);
    assert.deepEqual(
      edgePairs.map(({ resource, phase, condition, console }) => [resource, phase, condition, console.zh]),
      written,
    );
    assert.deepEqual(
      edgeResources.map((resource) => edgePairs.filter((pair) => pair.resource === resource).length),
      [8, 8, 13, 12],
    );
  });

  test('treats progress as temporary and failures as errors, with three exceptions', () => {
    for (const { resource, phase, condition, severity, passing } of edgePairs) {
      const underWay = condition === 'Progressing';
      const mild: Readonly<Record<string, string>> = {
        'node Running Unschedulable': 'warning',
        'component Failed Degraded': 'warning',
        'node Stopped Ok': 'info',
      };
      const usual = underWay ? 'info' : phase === 'Running' ? 'ok' : 'error';
      assert.deepEqual(
        [severity, passing],
        [mild[`${resource} ${phase} ${condition}`] ?? usual, underWay],
        `${resource} {${phase}, [${condition}]}`,
      );
    }
  });

  test('explains every row in sentences and with console labels in both languages', () => {
    for (const pair of edgePairs) {
      for (const text of [pair.meaning(), ...(pair.next === undefined ? [] : [pair.next()])])
        assert.match(text, /^[A-Z].{10,250}[.`]$/u, text);
      assert.ok(pair.next !== undefined || pair.severity === 'ok');
      assert.match(pair.console.zh, /^[\p{Script=Han}()]+$/u);
      assert.match(pair.console.words(), /^[A-Z][a-z (]+\)?$/);
    }
  });

  test('refers only to existing rows, except for starting clusters', () => {
    for (const { from = [] } of edgePairs)
      for (const { resource, phase, condition } of from) {
        const known = edgePairs.some(
          (pair) =>
            pair.resource === resource && pair.phase === phase && (condition === '*' || pair.condition === condition),
        );
        assert.equal(known, !(resource === 'cluster' && phase === 'Starting'), `${resource} ${phase}`);
      }
    assert.deepEqual(
      row('cluster', 'Updating', 'Progressing').from?.map(({ resource, phase }) => `${resource} ${phase}`),
      ['nodePool Creating', 'nodePool Deleting', 'nodePool Scaling'],
    );
  });
});

describe('status pair', () => {
  test('applies to all resource types for {Creating, [Progressing]}', () => {
    const { resources, severity, passing, gaps } = decodeEdge({ phase: 'Creating', conditions: ['Progressing'] });
    assert.deepEqual([resources, severity, passing, gaps], [[...edgeResources], 'info', true, []]);
  });

  test('combines the two conditions of a failed node', () => {
    for (const conditions of [
      ['Balance', 'ResourceCleanupFailed'],
      ['ResourceCleanupFailed', 'Balance'],
    ]) {
      const { resources, rows, severity, passing, gaps } = decodeEdge({ phase: 'Failed', conditions });
      assert.deepEqual([resources, severity, passing, gaps], [['node'], 'error', false, []]);
      assert.deepEqual(
        rows.map(({ condition }) => condition),
        ['Balance', 'ResourceCleanupFailed'],
      );
    }
  });

  test('matches all rows with a wildcard', () => {
    const all = decodeEdge({ phase: 'Running', conditions: ['*'] });
    assert.deepEqual([all.rows.length, all.anyOf, all.severity], [5, true, 'ok']);
    assert.deepEqual(decodeEdge({ phase: 'Running', conditions: ['*'] }, 'cluster').severity, 'ok');
    assert.equal(decodeEdge({ phase: '*', conditions: ['*'] }).rows.length, 41);
    assert.equal(decodeEdge({ phase: '*', conditions: ['ClusterNotRunning'] }).rows.length, 2);
  });

  test('reports an unknown phase, condition, or pair', () => {
    const kinds = (
      phase: string,
      conditions: readonly string[],
      resource?: (typeof edgeResources)[number],
    ): readonly string[] => decodeEdge({ phase, conditions }, resource).gaps.map(({ kind }) => kind);
    assert.deepEqual(kinds('Sleeping', ['Ok']), ['phase']);
    assert.deepEqual(kinds('Failed', ['Tired']), ['condition']);
    assert.deepEqual(kinds('Running', ['Balance']), ['pair']);
    assert.deepEqual(kinds('Scaling', ['Progressing'], 'node'), ['pair']);
    assert.deepEqual(kinds('Failed', ['Balance', 'CrashLoopBackOff']), ['pair']);
    // Unknown is a known condition.
    assert.deepEqual(kinds('Failed', ['Unknown']), []);
  });

  test('explains known conditions in addition to unknown ones', () => {
    const { rows, gaps, severity } = decodeEdge({ phase: 'Failed', conditions: ['Balance', 'Tired'] });
    assert.deepEqual([rows.map(({ condition }) => condition), gaps.length, severity], [['Balance'], 1, 'error']);
  });

  test('accepts both spellings of Initialize and notes the misspelled one', () => {
    const { rows, notes } = decodeEdge({ phase: 'Failed', conditions: ['InitilizeFailed'] });
    assert.equal(rows[0]?.condition, 'InitializeFailed');
    assert.match(notes.join(' '), /InitilizeFailed is the spelling in the Terraform provider/);
    assert.deepEqual(decodeEdge({ phase: 'Failed', conditions: ['InitializeFailed'] }).notes, []);
  });

  test('notes inconsistencies of the status table and Terraform-only conditions', () => {
    const starting = decodeEdge({ phase: 'Starting', conditions: ['Progressing'] }, 'cluster');
    assert.deepEqual([starting.rows.length, starting.gaps[0]?.kind], [0, 'pair']);
    assert.match(starting.notes.join(' '), /has no row for this pair/);
    assert.match(row('nodePool', 'Failed', 'Unknown').note?.() ?? '', /says only that the cause is unknown/);
    assert.match(row('node', 'Running', 'Unschedulable').note?.() ?? '', /shows only Running/);
    assert.deepEqual(findCondition('StockOut').known, false);
    assert.match(findCondition('StockOut').note ?? '', /Terraform/);
  });
});

describe('cause lookup', () => {
  const item = (
    resource: EdgeItem['resource'],
    id: string,
    phase: string,
    condition: string,
    more: Partial<EdgeItem> = {},
  ): EdgeItem => ({
    ...(resource === undefined ? {} : { resource }),
    id,
    name: '',
    clusterId: '',
    nodePoolId: '',
    status: { phase, conditions: [condition] },
    ...more,
  });
  const cluster = item('cluster', 'c', 'Updating', 'Progressing');
  const pool = item('nodePool', 'p', 'Scaling', 'Progressing', { clusterId: 'c' });
  const node = item('node', 'n', 'Creating', 'Progressing', { nodePoolId: 'p', clusterId: 'c' });

  test('follows a cluster to a node pool and a node', () => {
    const cause = createEdgeIndex([cluster, pool, node, { ...pool, id: 'q' }]).causeOf(cluster);
    assert.deepEqual(
      cause?.chain.map(({ id }) => id),
      ['p', 'n'],
    );
    assert.equal(cause?.others, 1);
  });

  test('follows a node pool or component to a stopped or starting cluster', () => {
    for (const phase of ['Stopped', 'Starting'])
      for (const resource of ['nodePool', 'component'] as const) {
        const down = item('cluster', 'c', phase, 'Balance');
        const one = item(resource, 'x', 'Failed', 'ClusterNotRunning', { clusterId: 'c' });
        assert.deepEqual(createEdgeIndex([down, one]).causeOf(one)?.chain, [down]);
      }
  });

  test('reports where a missing cause is and which resource contradicts it', () => {
    assert.deepEqual(createEdgeIndex([cluster]).causeOf(cluster), { lookAt: 'nodePool', others: 0, chain: [] });
    const one = item('component', 'x', 'Failed', 'ClusterNotRunning', { clusterId: 'c' });
    assert.equal(createEdgeIndex([cluster, one]).causeOf(one)?.contradicts, cluster);
    assert.equal(createEdgeIndex([node]).causeOf(node), undefined);
  });

  test('ignores resources of other clusters', () => {
    assert.deepEqual(createEdgeIndex([cluster, { ...pool, clusterId: 'other' }]).causeOf(cluster)?.chain, []);
  });
});
