/**
 * Tests the tree of simulated clusters at important moments against test/golden/trees/*.txt. `OSC_UPDATE_CLUSTERS=1`
 * rewrites these files. Review them as a user would read them.
 */
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { describe, test } from 'node:test';
import { emptyHistory, recordTransitions } from '#core/cluster/history.ts';
import { emptySnapshot, type Snapshot } from '#core/cluster/snapshot.ts';
import type { SyncState } from '#core/cluster/syncState.ts';
import type { ContextInfo } from '#client/clusters/state/contextInfo.ts';
import { wordOfIcon } from '#client/tree/model/health.ts';
import { closedClusterNode } from '#client/tree/rows/cluster/closedClusterNode.ts';
import { clusterNode } from '#client/tree/rows/cluster/clusterNode.ts';
import type { TreeNode } from '#client/tree/model/nodeView.ts';
import { readNodePods } from '#core/operations/lookups/nodePods.ts';
import { stageReader } from '#test/support/operations/procedureStage.ts';
import type { ClusterTreeInput } from '#client/clusters/state/clusterTreeInput.ts';
import type { WorkloadsState } from '#client/clusters/state/workloads.ts';
import type { ExpectedValue as Sight, ScenarioStep } from '#simulator/scenarios/engine/scenario.ts';
import { playedSnapshot } from '#test/support/cluster/playedSnapshot.ts';
import { inUtc } from '#test/support/time/utc.ts';
import { scenario, stage, type TestCluster } from '#test/support/cluster/controllersStage.ts';
import { emptyTreeInput, tooltipText, viewWithTooltip } from '#test/support/cluster/treeInput.ts';

const folder = new URL('../../../golden/trees/', import.meta.url);
const info: ContextInfo = {
  name: 'demo',
  server: 'https://api.demo.example.com:6443',
  user: 'kube:admin',
  current: true,
};
const nothingShown: ReadonlyMap<string, number> = new Map();

interface SeenOptions {
  readonly snapshot: Snapshot;
  readonly now: number;
  readonly history?: ClusterTreeInput['history'];
  readonly workloads?: WorkloadsState;
  readonly shown?: ReadonlyMap<string, number>;
}

function seenOf({
  snapshot,
  now,
  history = emptyHistory,
  workloads = { kind: 'unasked' },
  shown = nothingShown,
}: SeenOptions): ClusterTreeInput {
  return { ...emptyTreeInput, snapshot, now, history, workloads, shown };
}

/** Returns the text of the whole tree, fully expanded and with tooltips. */
function textOf(node: TreeNode, depth = 0): string {
  const { label, description, tooltip, icon } = viewWithTooltip(node);
  const indent = '  '.repeat(depth);
  const lines = tooltip === undefined ? [] : tooltip.replaceAll(/\\(.)/g, '$1').split(/\n+/).slice(1);
  const told = lines.map((line) => `${indent}      ${line}\n`).join('');
  const below = (node.children?.() ?? []).map((child) => textOf(child, depth + 1)).join('');
  return `${indent}(${icon}) ${label}${description === undefined ? '' : ` | ${description}`}\n${told}${below}`;
}

/** Returns a node and all its descendants. */
function all(node: TreeNode): readonly TreeNode[] {
  return [node, ...(node.children?.() ?? []).flatMap(all)];
}

/** Plays a scenario and reads the cluster every 10 seconds. */
function follow(cluster: TestCluster): { readonly until: (step: ScenarioStep | Sight) => ClusterTreeInput } {
  let history = emptyHistory;
  let before = emptySnapshot;
  const look = (): ClusterTreeInput => {
    const now = cluster.clock.now();
    const snapshot = playedSnapshot(cluster.client, now);
    history = recordTransitions(history, before, snapshot, now);
    before = snapshot;
    return seenOf({ snapshot, now, history });
  };
  look();
  return {
    until(what) {
      if (!('path' in what)) cluster.play(what);
      else
        for (let left = 1000; left > 0 && !cluster.sees(what); left -= 1) {
          cluster.pass(10_000);
          look();
        }
      return look();
    },
  };
}

const kataConfig = {
  resource: { group: 'kataconfiguration.openshift.io', plural: 'kataconfigs' },
  name: 'example-kataconfig',
};
const reason = (is: string): Sight => ({ ...kataConfig, path: 'status.conditions.InProgress.reason', is });

function compare(name: string, text: string): void {
  const file = new URL(`${name}.txt`, folder);
  if (process.env['OSC_UPDATE_CLUSTERS'] === '1') {
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, text);
  }
  assert.equal(text, readFileSync(file, 'utf8'), name);
}

const tree = (seen: ClusterTreeInput): string => textOf(clusterNode(seen, info, false));
const create = (name: string): ScenarioStep => {
  const [first] = scenario(name).steps;
  assert.ok(first);
  return first;
};

describe('cluster tree', () => {
  inUtc();

  test('shows a Kata install on two workers', () => {
    const cluster = stage({ name: 'two-workers' });
    const { until } = follow(cluster);
    const empty = tree(until({ wait: 10_000 }));
    until(create('two-workers'));
    const begun = tree(until({ wait: 20_000 }));
    const half = tree(until({ ...kataConfig, path: 'status.kataNodes.readyNodeCount', is: 1 }));
    const done = tree(until(reason('')));
    compare('two-workers', ['# before', empty, '# begun', begun, '# one done', half, '# done', done].join('\n'));
  });

  test('shows a failed node', () => {
    const { until } = follow(stage({ name: 'worker-fails-and-recovers' }));
    until(create('worker-fails-and-recovers'));
    compare('worker-fails', tree(until(reason('Failed'))));
  });

  test('shows a drain that a pod blocks, with the pod, its owner, and its budget', async () => {
    const cluster = stage({ name: 'install-drain-blocked' });
    const { until } = follow(cluster);
    until(create('install-drain-blocked'));
    until({ resource: { group: '', plural: 'nodes' }, name: 'worker-1', path: 'spec.unschedulable', is: true });
    const seen = until({ wait: 12 * 60_000 });
    const nodePods = new Map([['worker-1', await readNodePods(stageReader({ cluster }), 'worker-1', true)]]);
    compare('drain-blocked', tree({ ...seen, nodePods }));
  });

  test('shows a paused pool of a compact cluster', () => {
    const cluster = stage({ name: 'install-pool-paused' });
    compare('pool-paused', tree(follow(cluster).until({ wait: 10_000 })));
  });

  test('shows the pool master during the installation on a compact cluster', () => {
    const { until } = follow(stage({ name: 'converged-3-nodes' }));
    until(create('converged-3-nodes'));
    compare('converged', tree(until({ ...kataConfig, path: 'status.kataNodes.readyNodeCount', is: 1 })));
  });

  test('shows an uninstall that is blocked by pods, with the pods', () => {
    const cluster = stage({ name: 'uninstall-blocked-by-pods' });
    const { until } = follow(cluster);
    until(create('uninstall-blocked-by-pods'));
    const seen = until(reason('BlockedByExistingKataPods'));
    const pods = [
      {
        uid: 'p1',
        name: 'payments-1',
        namespace: 'payments',
        resourceVersion: '1',
        runtimeClass: 'kata',
        phase: 'Running',
        node: 'worker-0',
      },
    ];
    compare('blocked', tree({ ...seen, workloads: { kind: 'loaded', pods, asOf: seen.now } }));
  });

  test('shows peer pods', () => {
    const { until } = follow(stage({ name: 'peer-pods' }));
    until(create('peer-pods'));
    until({ wait: 30_000 });
    compare('peer-pods', tree(until(reason(''))));
  });

  test('shows a missing operator and an install plan that requires approval', () => {
    const missing = follow(stage({ name: 'operator-missing' })).until({ wait: 10_000 });
    const waiting = follow(stage({ name: 'manual-approval' })).until({ wait: 10_000 });
    compare('operator', ['# missing', tree(missing), '# waits for approval', tree(waiting)].join('\n'));
  });

  test('shows every connection state', () => {
    const cluster = stage({ name: 'two-workers-installed' });
    const now = cluster.clock.now();
    const of = (state: SyncState) =>
      playedSnapshot(cluster.client, now, Object.fromEntries(Object.keys(emptySnapshot).map((id) => [id, state])));
    const trouble = {
      message:
        'Connection refused by api.demo.example.com:6443. Check whether the cluster is running and whether a VPN is required.',
    };
    const head = (seen: ClusterTreeInput) => {
      const { view, children } = clusterNode(seen, info, true);
      const first =
        children?.().filter((row) => /\/(unreachable|reconnecting|paused|connecting|log-in)$/.test(row.view.id)) ?? [];
      return textOf({ view, children: () => first });
    };
    const never: Snapshot = Object.fromEntries(
      Object.keys(emptySnapshot).map((id) => [id, { ...emptySnapshot.nodes, state: { kind: 'retrying', trouble } }]),
    ) as unknown as Snapshot;
    const states = [
      of({ kind: 'live' }),
      of({ kind: 'paused' }),
      of({ kind: 'retrying', trouble, next: now + 30_000 }),
      never,
      of({ kind: 'unauthorized', trouble: { message: 'The server says 401: Unauthorized', status: 401 } }),
      playedSnapshot(cluster.client, now, {
        nodes: { kind: 'forbidden', verb: 'list', trouble: { message: 'nodes is forbidden' } },
      }),
      emptySnapshot,
    ];
    const closed = [
      closedClusterNode(info, { kind: 'closed' }),
      closedClusterNode(info, { kind: 'opening' }),
      closedClusterNode({ ...info, problem: "The context doesn't specify a cluster." }, { kind: 'closed' }),
    ];
    const [first] = clusterNode(seenOf({ snapshot: never, now }), info, true).children?.() ?? [];
    assert.equal(first?.view.label, 'Unreachable');
    assert.match(
      tooltipText(first).replaceAll('\\', ''),
      /Connection refused by api\.demo\.example\.com:6443\. Check whether the cluster is running and whether a VPN is required\./,
    );
    compare(
      'standing',
      [
        ...states.map((snapshot) => head(seenOf({ snapshot, now: now + 60_000 }))),
        ...closed.map((node) => textOf(node)),
      ].join('\n'),
    );
  });
});

test('cluster tree has unique IDs and never conveys a state by color alone', () => {
  for (const name of ['two-workers-installed', 'peer-pods', 'no-permission', 'converged-3-nodes', 'operator-missing']) {
    const cluster = stage({ name });
    const snapshot = playedSnapshot(cluster.client, cluster.clock.now());
    const nodes = all(clusterNode(seenOf({ snapshot, now: cluster.clock.now() }), info, false));
    assert.equal(new Set(nodes.map(({ view }) => view.id)).size, nodes.length, name);
    for (const node of nodes) {
      const { view } = node;
      assert.ok(view.accessibility.length > 0);
      // The icon or the text must also convey the state.
      assert.ok(
        view.color === undefined || view.description !== undefined || wordOfIcon(view.icon) !== undefined,
        view.label,
      );
      assert.doesNotMatch(tooltipText(node), /undefined|\[object/);
    }
  }
});

test('cluster tree marks a server whose certificate is not verified', () => {
  const unverified: ContextInfo = { ...info, unverified: true };
  const { view } = clusterNode(seenOf({ snapshot: emptySnapshot, now: 0 }), unverified, false);
  assert.match(view.description ?? '', /Certificate not verified/);
  assert.match(view.accessibility, /Certificate not verified/);
  for (const { tooltip } of [view, closedClusterNode(unverified, { kind: 'closed' }).view])
    assert.match(tooltip ?? '', /server certificate isn't verified.*insecure-skip-tls-verify/);
  assert.doesNotMatch(
    JSON.stringify(clusterNode(seenOf({ snapshot: emptySnapshot, now: 0 }), info, false).view),
    /verified/,
  );
});

test('cluster tree shows long groups page by page', () => {
  const cluster = stage({ name: 'two-workers-installed' });
  const now = cluster.clock.now();
  const snapshot = playedSnapshot(cluster.client, now);
  const names = Array.from({ length: 600 }, (_, index) => `node-${index}`);
  const kataConfigs = [...snapshot.kataConfigs.items].map(
    ([uid, kataConfig]) => [uid, { ...kataConfig, lists: { ...kataConfig.lists, installed: names } }] as const,
  );
  const large: Snapshot = { ...snapshot, kataConfigs: { ...snapshot.kataConfigs, items: new Map(kataConfigs) } };
  const rows = (shown: ReadonlyMap<string, number>): readonly TreeNode[] => {
    const list = all(clusterNode(seenOf({ snapshot: large, now, shown }), info, false)).find(
      ({ view }) => view.label === 'Installed' && view.description === '600 nodes',
    );
    return list?.children?.() ?? [];
  };
  const first = rows(nothingShown);
  assert.equal(first.length, 251);
  assert.equal(first.at(-1)?.view.label, 'Show 250 More');
  const group = first.at(-1)?.target?.group ?? '';
  const second = rows(new Map([[group, 500]]));
  assert.equal(second.length, 501);
  assert.equal(second.at(-1)?.view.label, 'Show 100 More');
  assert.equal(rows(new Map([[group, 750]])).length, 600);
});

test('cluster tree escapes text from the cluster', () => {
  const cluster = stage(
    { name: 'worker-fails-and-recovers' },
    { nodeFailures: [{ node: 'worker-0', pool: 'kata-oc', reason: '[x](command:evil) <img src=x> $(zap)' }] },
  );
  const { until } = follow(cluster);
  until(create('worker-fails-and-recovers'));
  const told = all(clusterNode(until(reason('Failed')), info, false)).map(tooltipText);
  assert.ok(told.some((text) => text.includes('evil')));
  for (const text of told) assert.doesNotMatch(text, /(?<!\\)\]\(command|(?<!\\)<img|(?<!\\)\$\(zap/);
});
