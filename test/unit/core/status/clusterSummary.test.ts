/** Tests the summary of a cluster: its outcome, its length, and the next step. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { emptySnapshot, updateSnapshot, type Snapshot } from '#core/cluster/snapshot.ts';
import { watchedKindIds, type ItemOf } from '#core/cluster/watchedKinds/index.ts';
import { runtimeClassFinalizer } from '#core/status/runtimeClassDeletion.ts';
import { summarizeCluster } from '#core/status/summary/clusterSummary.ts';
import { summaryLines } from '#core/status/summary/summaryText.ts';
import { hasInvisible } from '#core/text/sanitize.ts';
import { scenarios } from '#simulator/main.ts';
import {
  condition,
  kataConfig,
  manager,
  object,
  pools,
  readAt,
  snapshotOf,
  worker,
} from '#test/support/cluster/clusterObjects.ts';
import { scenario, stage } from '#test/support/cluster/controllersStage.ts';
import { playedSnapshot } from '#test/support/cluster/playedSnapshot.ts';

const done = condition('False', '', '');

/** Returns a cluster on which Kata is installed. */
function installed(states: Parameters<typeof playedSnapshot>[2] = {}): {
  readonly snapshot: Snapshot;
  readonly now: number;
} {
  const { client, clock } = stage({ name: 'two-workers-installed' });
  return { snapshot: playedSnapshot(client, clock.now(), states), now: clock.now() };
}

function withNode(snapshot: Snapshot, change: Partial<ItemOf<'nodes'>>): Snapshot {
  const items = [...snapshot.nodes.items].map(
    ([uid, node]) => [uid, node.name === 'worker-0' ? { ...node, ...change } : node] as const,
  );
  return { ...snapshot, nodes: { ...snapshot.nodes, items: new Map(items) } };
}

function withPool(snapshot: Snapshot, change: Partial<ItemOf<'machineConfigPools'>>): Snapshot {
  const items = [...snapshot.machineConfigPools.items].map(
    ([uid, pool]) => [uid, pool.name === 'kata-oc' ? { ...pool, ...change } : pool] as const,
  );
  return { ...snapshot, machineConfigPools: { ...snapshot.machineConfigPools, items: new Map(items) } };
}

describe('summary of a cluster', () => {
  test('has fewer than 30 lines in every scenario, with the head', () => {
    for (const { name, steps } of scenarios.filter(({ name }) => name !== 'nodes-5000')) {
      const cluster = stage({ name });
      const linesOf = (): readonly string[] => {
        const now = cluster.clock.now();
        return summaryLines(summarizeCluster(playedSnapshot(cluster.client, now), now));
      };
      const first = linesOf();
      cluster.play(...steps);
      for (const lines of [first, linesOf()]) assert.ok(lines.length + 3 < 30, `${name}: ${lines.join('\n')}`);
    }
  });

  test('lists at most 4 of many failed nodes, and the number of the others', () => {
    const names = Array.from({ length: 40 }, (_, index) => `worker-${index}`);
    const snapshot = snapshotOf({
      kataConfigs: [kataConfig(condition('True', 'Installing', ''), { failedToInstall: names, nodeCount: 40 })],
      nodes: names.map((name) => worker(name, { state: 'Degraded' })),
      machineConfigPools: pools,
      deployments: [manager],
    });
    const lines = summaryLines(summarizeCluster(snapshot, readAt));
    assert.ok(lines.length < 27, lines.join('\n'));
    assert.equal(lines.filter((line) => /^ +worker-\d+: /.test(line)).length, 4);
    assert.ok(lines.some((line) => line.endsWith('  36 more not shown.')));
  });

  test('is healthy only if Kata is installed', () => {
    assert.equal(summarizeCluster(snapshotOf({ deployments: [manager] }), readAt).outcome, 'attention');
    const { snapshot, now } = installed();
    const { outcome, todo } = summarizeCluster(snapshot, now);
    assert.equal(outcome, 'healthy');
    assert.equal(todo, undefined);
  });

  test('is unreadable if the user has no permission to list KataConfigs', () => {
    const { snapshot, now } = installed({
      kataConfigs: { kind: 'forbidden', verb: 'list', trouble: { message: 'no' } },
    });
    assert.equal(summarizeCluster(snapshot, now).outcome, 'unreadable');
    assert.equal(summarizeCluster(emptySnapshot, readAt).outcome, 'unreadable');
  });

  test('is unreadable, with the reason, while the cluster does not respond', () => {
    const { snapshot, now } = installed();
    const lost = watchedKindIds.reduce(
      (all, id) =>
        updateSnapshot(all, id, {
          kind: 'state',
          state: { kind: 'retrying', trouble: { message: 'connection refused' } },
        }),
      snapshot,
    );
    const summary = summarizeCluster(lost, now);
    assert.equal(summary.outcome, 'unreadable');
    assert.match(summaryLines(summary).slice(0, 2).join('\n'), /^Status: +Unknown: Kata 2\/2\n +connection refused$/);
  });

  test('names the kinds that could not be read', () => {
    const known = watchedKindIds.filter((id) => id !== 'nodes');
    const { unreadKinds } = summarizeCluster(snapshotOf({}, known), readAt);
    assert.deepEqual(unreadKinds, ['nodes', 'events']);
  });

  test('needs attention if peer pods lack their Secret although Kata is installed', () => {
    const snapshot = snapshotOf({
      kataConfigs: [
        kataConfig(
          done,
          { installed: ['worker-0'], nodeCount: 1, readyNodeCount: 1 },
          { runtimeClasses: ['kata', 'kata-remote'] },
          { enablePeerPods: true },
        ),
      ],
      nodes: [worker('worker-0')],
      machineConfigPools: pools,
      deployments: [manager],
      configMaps: [object('peer-pods-cm', { data: { CLOUD_PROVIDER: 'aws' } })],
    });
    const { outcome, todo } = summarizeCluster(snapshot, readAt);
    assert.equal(outcome, 'attention');
    assert.ok(todo !== undefined);
  });

  test('needs attention if a node is not ready, a pool is degraded, or a runtime class is missing', () => {
    const { snapshot, now } = installed();
    const degraded = {
      conditions: [{ type: 'Degraded', status: 'True', reason: '', message: 'no disk' }],
    };
    const cases = [
      { changed: withNode(snapshot, { ready: 'Unknown' }), line: /worker-0: Installed, not ready\. / },
      { changed: withPool(snapshot, degraded), line: /Pool kata-oc is degraded: no disk/ },
      {
        changed: { ...snapshot, runtimeClasses: snapshotOf({}).runtimeClasses },
        line: /The KataConfig status lists the runtime class kata, but it doesn't exist/,
      },
    ];
    for (const { changed, line } of cases) {
      const summary = summarizeCluster(changed, now);
      const text = summaryLines(summary).join('\n');
      assert.equal(summary.outcome, 'attention', text);
      assert.match(text, line);
      assert.ok(summary.todo !== undefined && summary.next === undefined, text);
    }
  });

  test('needs attention if a pool is paused, but only if it has a node to update', () => {
    const { snapshot, now } = installed();
    const [pending, updated] = [1, 2].map((updatedCount) =>
      summarizeCluster(withPool(snapshot, { paused: true, machineCount: 2, updatedCount }), now),
    );
    assert.equal(pending?.outcome, 'attention');
    assert.match(pending.todo ?? '', /resume the pool/);
    assert.ok(updated !== undefined);
    assert.equal(updated.outcome, 'healthy');
    assert.match(summaryLines(updated).join('\n'), /kata-oc: 2 of 2 updated · paused/);
  });

  test('needs attention if the finalizer of the operator blocks the deletion of a runtime class', () => {
    const { snapshot, now } = installed();
    const deleted = (finalizers: readonly string[]): Snapshot => {
      const items = [...snapshot.runtimeClasses.items].map(
        ([uid, item]) => [uid, { ...item, deleting: now - 3_600_000, finalizers }] as const,
      );
      return { ...snapshot, runtimeClasses: { ...snapshot.runtimeClasses, items: new Map(items) } };
    };
    const blocked = summarizeCluster(deleted([runtimeClassFinalizer]), now);
    assert.equal(blocked.outcome, 'attention');
    assert.match(summaryLines(blocked).join('\n'), /kata: Blocked: being deleted for 60 min\. Pods that use/);
    assert.match(blocked.todo ?? '', /no pod uses the runtime class/);
    assert.equal(summarizeCluster(deleted(['example.com/other']), now).outcome, 'healthy');
  });

  test('escapes control characters in names and messages of the cluster', () => {
    const snapshot = snapshotOf({
      kataConfigs: [
        kataConfig(condition('True', 'Strange', 'a\u001B[31mb\u202Ec'), {}, {}, {}, { name: 'x\u001B]0;y' }),
      ],
      deployments: [manager],
    });
    const text = summaryLines(summarizeCluster(snapshot, readAt)).join('\n');
    assert.ok(!hasInvisible(text.replaceAll('\n', '')), text);
  });
});

test('a cluster whose peer pods the scheduler cannot assign to a node needs attention, and the cause is shown', () => {
  const cluster = stage({ name: 'peer-pods-fail', prelude: scenario('peer-pods-fail').prelude });
  const now = cluster.clock.now();
  const { outcome, state, entries, todo } = summarizeCluster(playedSnapshot(cluster.client, now), now);
  assert.equal(outcome, 'attention');
  assert.match(state, /2 pods without a sandbox/);
  const lines = entries.find(({ label }) => label === 'Pods without a sandbox')?.values ?? [];
  assert.equal(lines.length, 2);
  for (const line of lines)
    assert.match(line, /^shop\/batch-\S+: 0\/5 nodes are available: 2 node\(s\) didn't match Pod's node affinity/);
  assert.match(todo ?? '', /node selector/);
  assert.deepEqual(entries.find(({ label }) => label === 'Peer pods')?.values, ['Ready']);
});
