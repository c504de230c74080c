/**
 * Index of a snapshot with data that evaluations need repeatedly. Computed once for each state of the objects.
 * Pool membership of a node: openshift/machine-config-operator pkg/helpers (GetPoolsForNode).
 */
import { amdTeeLabel, daemonSetConfigLabel, daemonSetInstallLabel, intelTeeLabel } from '../product/nodeLabels.ts';
import { matchesSelector } from '../labels/labelSelector.ts';
import { nodeLists, type KataConfig, type NodeList } from '../cluster/watchedKinds/kataConfig.ts';
import type { ItemOf, WatchedKindId } from '../cluster/watchedKinds/index.ts';
import type { MachineConfigPool } from '../cluster/watchedKinds/machineConfigPool.ts';
import type { ClusterNode } from '../cluster/watchedKinds/node.ts';
import type { Snapshot } from '../cluster/snapshot.ts';

export interface SnapshotIndex {
  /** The KataConfig. If there are several, the oldest. */
  readonly kataConfig?: KataConfig;
  /** True if this is a compact cluster without separate worker nodes. Kata is then installed on the `master` pool. */
  readonly converged: boolean;
  readonly nodes: ReadonlyMap<string, ClusterNode>;
  readonly pools: ReadonlyMap<string, MachineConfigPool>;
  /** List of the KataConfig that contains each node, by node name. */
  readonly lists: ReadonlyMap<string, NodeList>;
  /** Custom pools that select each node, by node name. Excludes `master` and `worker`. */
  readonly customPools: ReadonlyMap<string, readonly string[]>;
  /** Nodes that the Machine Config Operator assigns to each pool, by pool name. */
  readonly members: ReadonlyMap<string, readonly ClusterNode[]>;
  /** Unavailable nodes of each pool, by pool name. */
  readonly away: ReadonlyMap<string, readonly ClusterNode[]>;
  readonly nodeFacts: NodeFacts;
}

/** Facts about all nodes. They're determined in a single pass, because a cluster can have thousands of nodes. */
interface NodeFacts {
  /** Infrastructure providers of the nodes. */
  readonly providers: ReadonlySet<string>;
  /** True if any node has the label of the DaemonSets that install Kata, or of those that copy files for peer pods. */
  readonly hasInstallLabel: boolean;
  readonly hasConfigLabel: boolean;
  /** Nodes with a label for a TEE that the operator reads. */
  readonly teeNodes: readonly ClusterNode[];
}

/** Returns all objects of a kind. */
export function listItems<Id extends WatchedKindId>(snapshot: Snapshot, id: Id): readonly ItemOf<Id>[] {
  return [...(snapshot[id].items as ReadonlyMap<string, ItemOf<Id>>).values()];
}

/** Returns the object with this name. Use only for cluster-scoped kinds and kinds in a single namespace. */
export function findItem<Id extends WatchedKindId>(snapshot: Snapshot, id: Id, name: string): ItemOf<Id> | undefined {
  return listItems(snapshot, id).find((item) => item.name === name);
}

/** Returns whether a kind was listed at least once. If it wasn't, a missing object might just not be visible. */
export function isKnown(snapshot: Snapshot, id: WatchedKindId): boolean {
  return snapshot[id].asOf !== undefined;
}

interface Kept {
  readonly kataConfigs: unknown;
  readonly pools: unknown;
  readonly index: SnapshotIndex;
}

/** Caches the index by the node list of a snapshot, which is its largest part. */
const cache = new WeakMap<object, Kept>();

/** Returns the index of a snapshot. */
export function indexSnapshot(snapshot: Snapshot): SnapshotIndex {
  const { kataConfigs, machineConfigPools, nodes } = snapshot;
  const kept = cache.get(nodes.items);
  if (kept?.kataConfigs === kataConfigs.items && kept.pools === machineConfigPools.items) return kept.index;
  const index = gather(snapshot);
  cache.set(nodes.items, { kataConfigs: kataConfigs.items, pools: machineConfigPools.items, index: index });
  return index;
}

function gather(snapshot: Snapshot): SnapshotIndex {
  const [kataConfig] = listItems(snapshot, 'kataConfigs').toSorted(
    (one, other) => (one.created ?? 0) - (other.created ?? 0),
  );
  const pools = listItems(snapshot, 'machineConfigPools');
  const nodes = new Map<string, ClusterNode>();
  const customPools = new Map<string, readonly string[]>();
  const members = new Map<string, ClusterNode[]>();
  const away = new Map<string, ClusterNode[]>();
  const teeNodes: ClusterNode[] = [];
  const nodeFacts = { providers: new Set<string>(), hasInstallLabel: false, hasConfigLabel: false, teeNodes };
  for (const node of snapshot.nodes.items.values()) {
    nodes.set(node.name, node);
    const { pool, custom, hasTee, hasInstallLabel, hasConfigLabel, provider } = findPoolsOf(
      node,
      pools,
      snapshot.machineConfigPools.items,
    );
    if (provider !== undefined) nodeFacts.providers.add(provider);
    if (hasTee) teeNodes.push(node);
    nodeFacts.hasInstallLabel ||= hasInstallLabel;
    nodeFacts.hasConfigLabel ||= hasConfigLabel;
    if (custom.length > 0) customPools.set(node.name, custom);
    if (pool === undefined) continue;
    addTo(members, pool, node);
    if (isAway(node)) addTo(away, pool, node);
  }
  return {
    ...(kataConfig === undefined ? {} : { kataConfig }),
    converged: isConverged(pools),
    nodes,
    pools: new Map(pools.map((pool) => [pool.name, pool])),
    lists: kataConfig === undefined ? new Map<string, NodeList>() : listsOf(kataConfig),
    customPools,
    members,
    away,
    nodeFacts,
  };
}

function addTo(groups: Map<string, ClusterNode[]>, group: string, node: ClusterNode): void {
  const list = groups.get(group);
  if (list === undefined) groups.set(group, [node]);
  else list.push(node);
}

/** The pools that select a node, and facts about the node. */
interface PoolsOfNode {
  /** The pools that were compared with the labels of the node. */
  readonly compared: unknown;
  /** The pool to which the Machine Config Operator assigns the node. */
  readonly pool: string | undefined;
  readonly custom: readonly string[];
  readonly hasTee: boolean;
  readonly hasInstallLabel: boolean;
  readonly hasConfigLabel: boolean;
  readonly provider: string | undefined;
}

/** Caches the pools of each node, because most nodes stay the same when one of thousands changes. */
const poolsOfNodes = new WeakMap<ClusterNode, PoolsOfNode>();

/**
 * Returns the pools that select a node, and facts about the node.
 * @param compared identity of the pools
 */
function findPoolsOf(node: ClusterNode, pools: readonly MachineConfigPool[], compared: unknown): PoolsOfNode {
  const known = poolsOfNodes.get(node);
  if (known !== undefined && known.compared === compared) return known;
  const matching = pools
    .filter(({ nodeSelector }) => nodeSelector !== undefined && matchesSelector(nodeSelector, node.labels) === true)
    .map(({ name }) => name);
  const custom = matching.filter((name) => name !== 'master' && name !== 'worker');
  const pool = matching.includes('master') ? 'master' : (custom[0] ?? matching[0]);
  const { labels, provider } = node;
  const found: PoolsOfNode = {
    compared,
    pool,
    custom,
    hasTee: [intelTeeLabel, amdTeeLabel].some((label) => Object.hasOwn(labels, label) && labels[label] === 'true'),
    hasInstallLabel: Object.hasOwn(labels, daemonSetInstallLabel),
    hasConfigLabel: Object.hasOwn(labels, daemonSetConfigLabel),
    provider,
  };
  poolsOfNodes.set(node, found);
  return found;
}

/** Caches the lists by KataConfig, because they can contain thousands of names. */
const listsOfConfigs = new WeakMap<KataConfig, ReadonlyMap<string, NodeList>>();

function listsOf(kataConfig: KataConfig): ReadonlyMap<string, NodeList> {
  const known = listsOfConfigs.get(kataConfig);
  if (known !== undefined) return known;
  const lists = new Map(nodeLists.flatMap((list) => kataConfig.lists[list].map((name) => [name, list] as const)));
  listsOfConfigs.set(kataConfig, lists);
  return lists;
}

/**
 * Returns whether the cluster is a compact cluster, using the operator's rule. Source:
 * openshift/sandboxed-containers-operator@d0632e58 controllers/openshift_controller.go:600-620.
 */
function isConverged(pools: readonly MachineConfigPool[]): boolean {
  return pools.length === 2 && pools.some(({ name, machineCount }) => name === 'worker' && machineCount === 0);
}

/**
 * Returns whether the Machine Config Operator counts the node as unavailable. Source:
 * openshift/machine-config-operator@00d4bfc3 pkg/controller/node (getUnavailableMachines).
 */
function isAway({ ready, cordoned, currentConfig, desiredConfig, mcoState }: ClusterNode): boolean {
  return ready !== 'True' || cordoned || currentConfig !== desiredConfig || mcoState !== 'Done';
}

/** Returns whether the operator is running; undefined if that can't be determined. */
export function isOperatorRunning(snapshot: Snapshot): boolean | undefined {
  if (!isKnown(snapshot, 'deployments')) return undefined;
  return (findItem(snapshot, 'deployments', 'controller-manager')?.available ?? 0) > 0;
}
