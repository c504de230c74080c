/**
 * Tests that the states and rows of nodes that are reused after a change are the same as without reuse. Changes each
 * input of a state, alone and in random sequences, and compares the rows with those of a copy of the cluster. A
 * copy consists of new objects, so nothing is reused for it.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { installerName, operatorNamespace } from '#core/product/namespaces.ts';
import { daemonSetConfigLabel, daemonSetInstallLabel } from '#core/product/nodeLabels.ts';
import { explainEligibility } from '#core/status/nodes/eligibility.ts';
import { getNodeState, getNodeStatus, nodeHealth, type NodeState } from '#core/status/nodes/nodeStatus.ts';
import type { ClusterTreeInput } from '#client/clusters/state/clusterTreeInput.ts';
import type { TreeNode } from '#client/tree/model/nodeView.ts';
import { clusterNode } from '#client/tree/rows/cluster/clusterNode.ts';
import {
  ChangingCluster,
  clusterChanges,
  isoOf,
  kataLabels,
  minute,
  workers,
  yes,
} from '#test/support/cluster/changingCluster.ts';
import { condition, kataConfig, object, readAt, worker, type Raw } from '#test/support/cluster/clusterObjects.ts';
import { viewWithTooltip } from '#test/support/cluster/treeInput.ts';

const names = ['master-0', ...workers];
const info = { name: 'demo', server: 'https://demo', user: 'admin', current: true };

/** Returns the rows with everything that they show, and with the data for their detail pages. */
function rowsOf(seen: ClusterTreeInput): unknown {
  const plain = (node: TreeNode): unknown => {
    const { about, target, word, demands, children } = node;
    const { explanation, name, details, release } = about ?? {};
    const own = [viewWithTooltip(node), explanation, name, details, release, target, word, demands];
    return [...own, (children?.() ?? []).map(plain)];
  };
  return plain(clusterNode(seen, info, false));
}

function statesOf({ snapshot, now, history }: ClusterTreeInput): unknown {
  return names.map((name) => [
    getNodeState(snapshot, name, now, history),
    getNodeStatus(snapshot, name, now, history),
    nodeHealth(snapshot, name, now),
    explainEligibility(snapshot, name),
  ]);
}

function stateOf({ snapshot, now, history }: ChangingCluster, name: string): NodeState {
  return getNodeState(snapshot, name, now, history);
}

/** Creates the condition of a KataConfig whose installation started at this time. */
function installing(at: number): Raw {
  return { ...condition(yes, 'Installing', ''), lastTransitionTime: isoOf(at) };
}

function compareWithCopy({ seen }: ChangingCluster, after: string): void {
  const copy: ClusterTreeInput = {
    ...seen,
    snapshot: structuredClone(seen.snapshot),
    history: structuredClone(seen.history),
  };
  assert.deepEqual(statesOf(seen), statesOf(copy), after);
  assert.deepEqual(rowsOf(seen), rowsOf(copy), after);
}

describe('states of nodes', () => {
  test('are reused for the nodes that did not change', () => {
    const world = new ChangingCluster(0);
    const before = workers.map((name) => stateOf(world, name));
    world.now += minute;
    world.edit('worker-0', () => ({ cordoned: true }));
    const reused = workers.map((name, index) => stateOf(world, name) === before[index]);
    assert.deepEqual(reused, [false, true, true, true, true]);
  });

  test('are determined again if they contain the time', () => {
    const world = new ChangingCluster(0, {
      nodes: [worker('worker-0', { labels: kataLabels, state: 'Working', ready: 'False' })],
    });
    const before = stateOf(world, 'worker-0');
    assert.equal(stateOf(world, 'worker-0'), before);
    world.now += 30_000;
    assert.notEqual(stateOf(world, 'worker-0'), before);
  });
});

describe('states and rows of nodes are the same as without reuse', () => {
  for (const [title, change] of Object.entries(clusterChanges)) {
    test(`after a change of ${title}`, () => {
      for (let seed = 0; seed < 12; seed += 1) {
        const world = new ChangingCluster(seed);
        // Different initial states depend on different inputs.
        for (let step = 0; step < seed; step += 1) Object.values(clusterChanges).at(world.random.below(8))?.(world);
        compareWithCopy(world, 'before');
        change(world);
        compareWithCopy(world, `seed ${seed}`);
      }
    });
  }

  test('after the start of the update of another node, which changes no time', () => {
    const waiting = (name: string): Raw => worker(name, { labels: kataLabels });
    const world = new ChangingCluster(0, {
      nodes: workers.map(waiting),
      kataConfigs: [kataConfig(condition(yes, 'Installing', ''), { waitingToInstall: workers })],
    });
    compareWithCopy(world, 'before');
    const before = stateOf(world, 'worker-1').headline;
    world.edit('worker-0', () => ({ desiredConfig: 'rendered-kata-oc-1' }));
    compareWithCopy(world, 'after');
    assert.deepEqual(
      [before, stateOf(world, 'worker-1').headline],
      ['Waiting for the Machine Config Operator', 'Waiting for worker-0'],
    );
  });

  test('after a label of another node shows that a DaemonSet installs Kata', () => {
    const world = new ChangingCluster(0, { machineConfigPools: [] });
    compareWithCopy(world, 'before');
    const before = stateOf(world, 'worker-1').headline;
    world.edit('worker-0', ({ labels }) => ({ labels: { ...labels, [daemonSetInstallLabel]: 'installing' } }));
    compareWithCopy(world, 'after');
    assert.notEqual(stateOf(world, 'worker-1').headline, before);
  });

  test('after a label of another node shows which form of the installer runs', () => {
    const labels = { ...kataLabels, [daemonSetInstallLabel]: 'waiting_for_reboot' };
    const world = new ChangingCluster(0, {
      nodes: workers.map((name) => worker(name, { labels })),
      kataConfigs: [kataConfig(condition(yes, 'Installing', ''))],
      machineConfigPools: [],
    });
    compareWithCopy(world, 'before');
    const before = stateOf(world, 'worker-1').list;
    world.edit('worker-0', (node) => ({ labels: { ...node.labels, [daemonSetConfigLabel]: 'x' } }));
    compareWithCopy(world, 'after');
    assert.deepEqual([before, stateOf(world, 'worker-1').list], [undefined, 'installing']);
  });

  test('after the data confirms that an installation takes too long', () => {
    const labels = { ...kataLabels, [daemonSetInstallLabel]: 'installing' };
    const csv = object(
      'sandboxed-containers-operator.v1.13.0',
      { spec: { version: '1.13.0' }, status: { phase: 'Succeeded' } },
      { namespace: operatorNamespace },
    );
    const world = new ChangingCluster(0, {
      nodes: workers.map((name) => worker(name, { labels })),
      kataConfigs: [
        kataConfig(installing(readAt - 29 * minute), { installing: workers }, {}, { enablePeerPods: true }),
      ],
      daemonSets: [object(installerName)],
      clusterServiceVersions: [csv],
    });
    compareWithCopy(world, 'before');
    const before = stateOf(world, 'worker-1').stuck;
    // The time of the rows stays the same. Only the age of the data changes.
    world.confirm('kataConfigs', readAt + 2 * minute);
    compareWithCopy(world, 'after');
    assert.equal(before, undefined);
    assert.match(stateOf(world, 'worker-1').stuck ?? '', /known fault/);
  });

  test('after the history of other nodes is forgotten', () => {
    const world = new ChangingCluster(0, {
      nodes: workers.map((name) => worker(name, { labels: kataLabels, state: 'Working' })),
    });
    for (const lists of [{ installing: ['worker-0'] }, { installed: ['worker-0'], installing: ['worker-1'] }]) {
      world.put('kataConfigs', kataConfig(installing(world.now), lists));
      compareWithCopy(world, 'installing');
      world.now += minute;
    }
    const expected = stateOf(world, 'worker-1').expected;
    world.history = {
      ...world.history,
      transitions: world.history.transitions.filter((one) => one.name === 'worker-1'),
    };
    compareWithCopy(world, 'after');
    assert.notDeepEqual(stateOf(world, 'worker-1').expected, expected);
  });

  test('after each change of a random sequence', () => {
    for (const seed of [1, 2, 3]) {
      const world = new ChangingCluster(seed);
      const all = Object.entries(clusterChanges);
      for (let step = 0; step < 150; step += 1) {
        const [title, change] = all[world.random.below(all.length)] ?? assert.fail();
        if (world.random.chance(0.5)) world.now += world.random.below(20_000);
        change(world);
        compareWithCopy(world, `seed ${seed}, step ${step}: ${title}`);
      }
    }
  });
});
