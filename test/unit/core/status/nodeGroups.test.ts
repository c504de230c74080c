/** Tests the grouping of a KataConfig's nodes by their state. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { NodeList } from '#core/cluster/watchedKinds/kataConfig.ts';
import type { ClusterNode } from '#core/cluster/watchedKinds/node.ts';
import { nodeGroups } from '#core/status/nodes/nodeGroups.ts';
import { getKataStatus } from '#core/status/kataConfig/kataStatus.ts';
import type { Snapshot } from '#core/cluster/snapshot.ts';
import { snapshotWith, type HealthOptions } from '#test/support/cluster/clusterHealth.ts';

const node = (name: string, currentConfig: string): ClusterNode => ({
  uid: name,
  name,
  resourceVersion: '1',
  labels: {},
  ready: 'True',
  cordoned: false,
  currentConfig,
  bootId: '',
  kubelet: '',
  osImage: '',
  architecture: '',
});

/** Returns the groups of a KataConfig whose nodes have these configurations. */
function groups(
  options: HealthOptions,
  lists: Partial<Record<NodeList, readonly string[]>>,
  nodes: readonly ClusterNode[],
) {
  const before = snapshotWith(options);
  const [kataConfig] = before.kataConfigs.items.values();
  assert.ok(kataConfig !== undefined);
  const empty = Object.fromEntries(
    Object.keys(kataConfig.lists).map((list) => [list, []]),
  ) as unknown as typeof kataConfig.lists;
  const changed = { ...kataConfig, lists: { ...empty, ...lists } };
  const snapshot: Snapshot = {
    ...before,
    kataConfigs: { ...before.kataConfigs, items: new Map([[changed.uid, changed]]) },
    nodes: { ...before.nodes, items: new Map(nodes.map((one) => [one.uid, one])) },
  };
  return {
    snapshot,
    found: nodeGroups(changed, snapshot).map(({ title, names, list }) => [title, names.join(' '), list]),
    texts: nodeGroups(changed, snapshot).map(({ meaning, next }) => [meaning, next]),
  };
}

test('node with Kata is shown as updating although the operator lists it as installing', () => {
  const nodes = [node('a', 'rendered-kata-oc-1'), node('b', 'rendered-kata-oc-1'), node('c', 'rendered-worker-1')];
  const { found, snapshot } = groups({ phase: 'updating' }, { installing: ['a', 'c'], installed: ['b'] }, nodes);
  assert.deepEqual(found, [
    ['Installing', 'c', 'installing'],
    ['Updating', 'a', 'installing'],
    ['Installed', 'b', 'installed'],
  ]);
  assert.match(getKataStatus(snapshot).words, /a and c updating/);
});

test('worker without Kata is shown as updating although the operator lists it as uninstalling', () => {
  const nodes = [node('a', 'rendered-worker-1'), node('b', 'rendered-kata-oc-1')];
  assert.deepEqual(groups({ phase: 'updating' }, { uninstalling: ['a', 'b'] }, nodes).found, [
    ['Uninstalling', 'b', 'uninstalling'],
    ['Updating', 'a', 'uninstalling'],
  ]);
});

test('nodes that only get a new configuration are described as waiting, updating, or failed', () => {
  const nodes = [node('a', 'rendered-kata-oc-1'), node('b', 'rendered-kata-oc-1'), node('c', 'rendered-worker-1')];
  const lists = { failedToInstall: ['a'], waitingToInstall: ['b'], uninstalling: ['c'] };
  assert.deepEqual(groups({ phase: 'updating' }, lists, nodes).texts, [
    [
      "Kata is installed on the node. The Machine Config Daemon couldn't apply a new machine config and reports the node as degraded.",
      'Other nodes wait because a failed node counts as unavailable.',
    ],
    [
      "Kata isn't installed on the node. The Machine Config Operator is applying a new machine config to the node.",
      'The node reboots with its new configuration and accepts pods again.',
    ],
    [
      'Kata is installed on the node. The node is waiting for its update to a new machine config.',
      'The Machine Config Operator drains the node, writes its configuration, and reboots it.',
    ],
  ]);
});

test('nodes of a first install and of an uninstall have the state of their list', () => {
  const nodes = [node('a', 'rendered-worker-1'), node('b', 'rendered-kata-oc-1')];
  assert.deepEqual(groups({ phase: 'installing' }, { installing: ['a'], waitingToInstall: ['c'] }, nodes).found, [
    ['Installing', 'a', 'installing'],
    ['Waiting', 'c', 'waitingToInstall'],
  ]);
  assert.deepEqual(groups({ phase: 'uninstalling' }, { uninstalling: ['b'], waitingToUninstall: ['a'] }, nodes).found, [
    ['Uninstalling', 'b', 'uninstalling'],
    ['Waiting', 'a', 'waitingToUninstall'],
  ]);
});

test("nodes that can't be read are shown as updating if the operator reports an update", () => {
  assert.deepEqual(groups({ phase: 'updating' }, { installing: ['a'] }, []).found, [['Updating', 'a', 'installing']]);
  assert.deepEqual(groups({ phase: 'installing' }, { installing: ['a'] }, []).found, [
    ['Installing', 'a', 'installing'],
  ]);
});
