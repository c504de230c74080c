/**
 * Tests the tree of edge clusters from saved responses: in any order, in several pages, and with missing data reported
 * and never invented.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import type { EdgeSource } from '#core/edge/tree/readAnswers.ts';
import type { EdgeNode } from '#core/edge/tree/edgeNode.ts';
import { edgeTree, type EdgeTree } from '#core/edge/tree/edgeTree.ts';
import { parseJsonDocuments } from '#core/edge/jsonDocuments.ts';
import { describeChildren, describeEdgeNode, getWorstSeverity } from '#core/edge/tree/describeNode.ts';
import { edgeTreeJson, edgeTreeText } from '#core/edge/tree/treeText.ts';

const folder = path.join(import.meta.dirname, '../../../cases/edge/answers');
const saved: readonly EdgeSource[] = readdirSync(folder).map((name) => ({
  name,
  values: parseJsonDocuments(readFileSync(path.join(folder, name), 'utf8')).values,
}));
const only = (...names: readonly string[]): readonly EdgeSource[] => saved.filter(({ name }) => names.includes(name));

/** Returns the shape of a tree, such as `north: info [general: info [...]]`. */
const shape = (nodes: readonly EdgeNode[]): string =>
  nodes
    .map(
      ({ label, severity, children }) => `${label}: ${severity}${children.length === 0 ? '' : ` [${shape(children)}]`}`,
    )
    .join(', ');

function find(tree: EdgeTree, ...labels: readonly string[]): EdgeNode {
  let here: readonly EdgeNode[] = [...tree.clusters, ...tree.others];
  let found: EdgeNode | undefined;
  for (const label of labels) {
    found = here.find((node) => node.label === label);
    here = found?.children ?? [];
  }
  assert.ok(found, labels.join(' > '));
  return found;
}

const answer = (action: string, items: readonly object[], total: number = items.length): unknown => ({
  ResponseMetadata: { Action: action },
  Result: { Items: items, TotalCount: total },
});
const of = (...values: readonly unknown[]): readonly EdgeSource[] =>
  values.map((value, index) => ({ name: `${index}.json`, values: [value] }));
const status = (phase: string, ...conditions: readonly string[]): object => ({
  Status: { Phase: phase, Conditions: conditions.map((Type) => ({ Type })) },
});

describe('edge tree of saved responses', () => {
  test('nests node pools, nodes, and components in clusters, sorted by name', () => {
    const tree = edgeTree(saved);
    assert.equal(
      shape(tree.clusters),
      'north: info [general: info [node-1: ok, node-2: warning, node-10: info], core-dns: ok, csi: warning], south: error [default: error, core-dns: error]',
    );
    assert.deepEqual([tree.others, tree.left, tree.count], [[], [], 10]);
  });

  test('is independent of the order, duplication, and grouping of files', () => {
    const tree = edgeTree(saved);
    assert.deepEqual(edgeTree(saved.toReversed()), tree);
    assert.equal(shape(edgeTree([...saved, ...saved]).clusters), shape(tree.clusters));
    const all = saved.flatMap(({ values }) => values);
    assert.equal(shape(edgeTree([{ name: 'all', values: [all] }]).clusters), shape(tree.clusters));
  });

  test('follows causes down to the node and up to the cluster', () => {
    const tree = edgeTree(saved);
    assert.deepEqual(describeEdgeNode(find(tree, 'north')).cause, [
      'Node pool general is {Scaling, [Progressing]}.',
      'Node node-10 is {Creating, [Progressing]}.',
    ]);
    assert.deepEqual(describeEdgeNode(find(tree, 'south', 'core-dns')).cause, [
      'Cluster south is {Stopped, [Balance]}.',
    ]);
    assert.equal(describeEdgeNode(find(tree, 'north', 'general', 'node-1')).cause, undefined);
  });

  test('names unread responses and where the cause would be', () => {
    const north = find(edgeTree(only('clusters.json')), 'north');
    assert.deepEqual(
      north.missing.map(({ what, state }) => `${what}: ${state}`),
      ['Node pools: not read', 'Nodes: 0 of 3 read', 'Components: not read'],
    );
    const told = describeEdgeNode(north);
    assert.match(
      told.notes.join('\n'),
      /The responses don't contain the cause\. Add the responses from ListEdgeNodePools and ListNodePools\./,
    );
    assert.match(
      told.notes.join('\n'),
      /Node pools: not read\. Add the responses from ListEdgeNodePools and ListNodePools\./,
    );
  });

  test('distinguishes unread responses from responses without the resource', () => {
    const tree = edgeTree(
      of(
        answer('ListClusters', [{ Id: 'c', ...status('Running', 'Ok') }]),
        answer('ListAddons', []),
        answer('ListNodes', []),
      ),
    );
    assert.deepEqual(
      find(tree, 'c').missing.map(({ what, state }) => `${what}: ${state}`),
      ['Node pools: not read', 'Nodes: none in these responses', 'Components: none in these responses'],
    );
  });

  test('shows clusters and node pools that are only referenced as not read', () => {
    const tree = edgeTree(only('nodes.json'));
    assert.equal(
      shape(tree.clusters),
      'cc-north: unknown [np-1: unknown [node-1: ok, node-2: warning, node-10: info]]',
    );
    const pool = find(tree, 'cc-north', 'np-1');
    assert.equal(pool.entry, undefined);
    const told = describeEdgeNode(pool);
    assert.deepEqual([told.headline, told.severity], ['Not read', 'unknown']);
    assert.match(
      told.notes.join(),
      /The responses include 3 resources that belong to this resource, but not this resource itself\. Add the response from ListEdgeNodePools or ListNodePools/,
    );
    assert.equal(describeChildren(tree.below), '1 needs attention in this branch');
  });

  test('separates resources without a cluster or a known type', () => {
    const tree = edgeTree(
      of(answer('ListEdgeNodePools', [{ Id: 'p', ...status('Running', 'Ok') }]), {
        Items: [{ Id: 'x', ...status('Running', 'Ok') }],
      }),
    );
    assert.deepEqual(
      [tree.clusters.length, tree.others.map(({ id, resource }) => [id, resource])],
      [
        0,
        [
          ['p', 'nodePool'],
          ['x', undefined],
        ],
      ],
    );
  });

  test('combines pages and counts missing resources', () => {
    const node = (id: number): object => ({ Id: `n${id}`, NodePoolId: 'p', ...status('Running', 'Ok') });
    const [first, second] = [answer('ListEdgeNodes', [node(1), node(2)], 3), answer('ListEdgeNodes', [node(3)], 3)];
    assert.deepEqual(edgeTree(of(first, second)).left, []);
    assert.deepEqual(edgeTree(of(first)).left, [
      'ListEdgeNodes: 2 of 3 resources read. To read the other resources, add the responses for the other pages.',
    ]);
    const other = answer('ListEdgeNodes', [node(7), node(8)], 3);
    assert.match(edgeTree(of(first, other)).left.join(), /pages might be missing/);
    const addons = ['a', 'b'].map((ClusterId) =>
      answer('ListAddons', [{ Name: 'dns', ClusterId, ...status('Running', 'Ok') }], 2),
    );
    assert.deepEqual(edgeTree(of(...addons)).left, []);
  });

  test('uses the later UpdateTime if responses differ, or reports an unknown state without it', () => {
    const cluster = (phase: string, condition: string, UpdateTime?: string): unknown =>
      answer('ListClusters', [
        { Id: 'c', ...(UpdateTime === undefined ? {} : { UpdateTime }), ...status(phase, condition) },
      ]);
    const before = cluster('Creating', 'Progressing', '2024-01-01T00:00:00Z');
    const now = cluster('Running', 'Ok', '2024-01-02T00:00:00Z');
    for (const sources of [of(before, now), of(now, before)]) assert.equal(find(edgeTree(sources), 'c').severity, 'ok');
    const undated = of(cluster('Creating', 'Progressing'), now);
    for (const sources of [undated, undated.toReversed()]) {
      const told = describeEdgeNode(find(edgeTree(sources), 'c'));
      assert.deepEqual([told.severity, told.headline], ['unknown', 'Responses differ']);
      assert.match(told.meaning, /0\.json reports \{Creating, \[Progressing\]\}; 1\.json reports \{Running, \[Ok\]\}/);
    }
  });

  test("doesn't use an uncertain state as a cause", () => {
    const pool = answer('ListNodePools', [{ Id: 'p', ClusterId: 'c', ...status('Failed', 'ClusterNotRunning') }]);
    const clusters = ['Stopped', 'Running'].map((phase) =>
      answer('ListClusters', [{ Id: 'c', ...status(phase, 'Balance') }]),
    );
    assert.equal(describeEdgeNode(find(edgeTree(of(pool, ...clusters)), 'c', 'p')).cause, undefined);
  });

  test('reports resources without a status, and error responses', () => {
    const tree = edgeTree(
      of(
        answer('ListClusters', [{ Id: 'c', Name: 'bare' }]),
        { ResponseMetadata: { Action: 'ListNodes', Error: { Code: 'AccessDenied' } } },
        17,
      ),
    );
    assert.deepEqual(
      [describeEdgeNode(find(tree, 'bare')).headline, find(tree, 'bare').severity],
      ['No status in the response', 'unknown'],
    );
    assert.deepEqual(tree.left, [
      '1.json contains an error instead of a response: AccessDenied.',
      '2.json contains no edge hosting response.',
    ]);
  });

  test('ignores responses of other services', () => {
    const items = [{ Id: 'c1', Name: 'one', ...status('Failed', 'Unknown') }];
    const tree = edgeTree(
      of({ ResponseMetadata: { Action: 'ListClusters', Service: 'vke' }, Result: { Items: items, TotalCount: 30 } }),
    );
    assert.deepEqual([tree.count, tree.left], [0, ['0.json is a response from vke, not from edge hosting (veecp).']]);
  });

  test('limits the number of resources and counts the rest', () => {
    const many = Array.from({ length: 10_003 }, (_, index) => ({ Id: `c${index}`, ...status('Running', 'Ok') }));
    const tree = edgeTree(of(answer('ListClusters', many)));
    assert.deepEqual(
      [tree.count, tree.left],
      [10_000, ['Only the first 10000 resources were read. The responses contain 3 more.']],
    );
  });

  test('handles malformed and hostile responses', () => {
    for (const value of [
      null,
      [],
      'x',
      { Items: [null, 3, [], {}] },
      { Result: { Items: [{ Id: 4, Status: 'Failed' }] } },
      { Phase: {}, Items: {} },
    ])
      assert.equal(edgeTree(of(value)).count, 0);
    const evil = edgeTree(
      of(answer('ListClusters', [{ Id: '__proto__', Name: 'a\u202eb', ...status('constructor', 'toString') }])),
    );
    assert.equal(describeEdgeNode(find(evil, 'a\u202eb')).severity, 'unknown');
    assert.doesNotMatch(edgeTreeText(evil), /\u202e/);
  });
});

describe('edge tree output', () => {
  test('shows rows with their state and cause as text', () => {
    const text = edgeTreeText(edgeTree(saved));
    assert.match(text, /^Cluster north: info: Updating \{Updating, \[Progressing\]\}$/m);
    assert.match(text, /^ {2}Cause: Node pool general is/m);
    assert.match(text, /^ {4}Node node-2: warning: Running \{Running, \[Unschedulable\]\}$/m);
    assert.doesNotMatch(text, /node-1:/);
    assert.match(text, /^ {4}1 node is OK\.$/m);
    assert.match(text, /2023-10-11/);
  });

  test('contains resources by name in JSON', () => {
    assert.partialDeepStrictEqual(edgeTreeJson(edgeTree(saved)), {
      severity: 'error',
      clusters: [{ resource: 'cluster', name: 'north', id: 'cc-north', children: [{ resource: 'nodePool' }] }],
      notRead: [],
    });
  });
});

describe('saved JSON', () => {
  test('can contain several values with lines between them', () => {
    assert.deepEqual(parseJsonDocuments('{"a":1}').values, [{ a: 1 }]);
    assert.deepEqual(parseJsonDocuments('\uFEFF{"a":"}{"}\n{"b":[2]}\n---\n{"c":"\\""} ,[3]').values, [
      { a: '}{' },
      { b: [2] },
      { c: '"' },
      [3],
    ]);
  });
  test('is read up to the first invalid value', () => {
    assert.deepEqual(parseJsonDocuments(' \n'), { values: [], problem: "it's empty" });
    assert.deepEqual(parseJsonDocuments('phase: Failed'), { values: [], problem: "it isn't JSON" });
    assert.deepEqual(parseJsonDocuments('{"a":1}{"b":'), {
      values: [{ a: 1 }],
      problem: "the content after the last response isn't JSON",
    });
    assert.equal(parseJsonDocuments('{"a":1}\n'.repeat(600)).values.length, 500);
    assert.equal(parseJsonDocuments('['.repeat(100_000)).values.length, 0);
    // Texts that a naive parser would read again from each quotation mark, and gaps that would exceed any stack.
    assert.equal(parseJsonDocuments(`{"${String.raw`\"`.repeat(3_000_000)}`).problem, "it isn't JSON");
    assert.equal(parseJsonDocuments(`${'---\n'.repeat(2_000_000)}x`).problem, "it isn't JSON");
    assert.deepEqual(parseJsonDocuments(String.raw`{"a":"\\"}{"b":"\"}"} - 1`), {
      values: [{ a: '\\' }, { b: '"}' }],
      problem: "the content after the last response isn't JSON",
    });
  });
});

describe('worst severity', () => {
  test('includes nested resources and excludes unread ones', () => {
    const tree = edgeTree(only('nodes.json'));
    const [cluster] = tree.clusters;
    assert.ok(cluster);
    assert.equal(getWorstSeverity(cluster), 'warning');
  });
});
