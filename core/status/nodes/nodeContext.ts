/** Data that the status of a node is derived from. Source of the lists: domain/01-kataconfig.md 1.6. */
import { emptyHistory, type ClusterHistory } from '#core/cluster/history.ts';
import { extensionConfigName, imageConfigName } from '#core/cluster/watchedKinds/machineConfig.ts';
import type { KataConfig, NodeList } from '#core/cluster/watchedKinds/kataConfig.ts';
import type { MachineConfigPool } from '#core/cluster/watchedKinds/machineConfigPool.ts';
import type { ClusterNode } from '#core/cluster/watchedKinds/node.ts';
import type { Snapshot } from '#core/cluster/snapshot.ts';
import { getDaemonSetMode, getInstallLabel, listForLabel, type DaemonSetMode } from '../daemonSetMode/daemonSetMode.ts';
import { getKataPoolName } from './pools.ts';
import { hasKataRole, isWorkerNode } from './nodeSelection.ts';
import { indexSnapshot, type SnapshotIndex } from '../snapshotIndex.ts';

export interface NodeContext {
  readonly snapshot: Snapshot;
  readonly index: SnapshotIndex;
  /** Recorded changes of this node. Can also contain those of other objects. */
  readonly history: ClusterHistory;
  /** Recorded changes of all objects. */
  readonly wholeHistory: ClusterHistory;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly node: ClusterNode;
  /** True if Kata is or will be installed on the node's pool. */
  readonly enabled: boolean;
  /**
   * Name of the pool that determines the node's configuration. `pool` is undefined if the pool doesn't exist or can't
   * be read.
   */
  readonly poolName: string;
  readonly pool: MachineConfigPool | undefined;
  /** Custom pools that select the node. */
  readonly customPools: readonly string[];
  /** True if the nodes can no longer be read, and their annotations might be older than the KataConfig. */
  readonly hasOldNodes: boolean;
  /** List of the KataConfig that contains the node. */
  readonly listed: NodeList | undefined;
  /**
   * List that the node should be in according to its annotations or, if a DaemonSet installs Kata, its label. Both
   * change before the KataConfig.
   */
  readonly derived: NodeList | undefined;
  /** How the installation works if a DaemonSet installs Kata on the node instead of the Machine Config Operator. */
  readonly daemonSet: DaemonSetMode | undefined;
}

/**
 * Returns the context of a node.
 * @param now milliseconds since 1970
 */
export function contextOf(
  snapshot: Snapshot,
  node: ClusterNode,
  now: number,
  history: ClusterHistory = emptyHistory,
): NodeContext {
  const index = indexSnapshot(snapshot);
  const poolName = poolNameOf(node, index);
  const pool = index.pools.get(poolName);
  const enabled = index.converged ? hasKata(pool, index.kataConfig) : hasKataRole(node);
  const listed = index.lists.get(node.name);
  const daemonSet = getDaemonSetMode(snapshot);
  const derived = deriveOwnList(node, pool?.target, enabled, daemonSet);
  return {
    snapshot,
    index: index,
    history,
    wholeHistory: history,
    customPools: index.customPools.get(node.name) ?? noPools,
    hasOldNodes: hasOldNodes(snapshot),
    now,
    node,
    enabled,
    poolName,
    pool,
    listed,
    derived,
    daemonSet,
  };
}

const noPools: readonly string[] = [];

/** Returns whether the nodes can no longer be read, so that their annotations might be older than the KataConfig. */
export function hasOldNodes({ nodes, kataConfigs }: Snapshot): boolean {
  return nodes.state.kind !== 'live' && (nodes.asOf ?? 0) < (kataConfigs.asOf ?? 0);
}

/**
 * Returns the pool of a node as the operator determines it or, for nodes that the operator ignores, as the Machine
 * Config Operator determines it.
 */
function poolNameOf(node: ClusterNode, index: SnapshotIndex): string {
  if (index.converged || hasKataRole(node)) return getKataPoolName(index);
  if (isWorkerNode(node)) return 'worker';
  for (const [name, members] of index.members) if (members.includes(node)) return name;
  return 'master';
}

/** Returns whether the pool has Kata, based on its configuration. Used for compact clusters. */
function hasKata(pool: MachineConfigPool | undefined, kataConfig: KataConfig | undefined): boolean {
  if (pool === undefined) return kataConfig?.deleting === undefined;
  return pool.sources.includes(extensionConfigName) || pool.sources.includes(imageConfigName);
}

/** Returns the list that should contain the node. */
function deriveOwnList(
  node: ClusterNode,
  target: string | undefined,
  enabled: boolean,
  daemonSet: DaemonSetMode | undefined,
): NodeList | undefined {
  if (daemonSet !== undefined) return hasKataRole(node) ? listForLabel(getInstallLabel(node), daemonSet) : undefined;
  // The operator lists only worker nodes.
  return isWorkerNode(node) ? deriveList(node, target, enabled) : undefined;
}

/**
 * Determines which node list in the KataConfig status contains a node. The operator derives the list in the same way:
 * from the state of the node and the target configuration of the pool.
 */
function deriveList(
  { mcoState, currentConfig }: ClusterNode,
  target: string | undefined,
  enabled: boolean,
): NodeList | undefined {
  switch (mcoState) {
    case 'Done':
      if (currentConfig === undefined || target === undefined) return undefined;
      if (currentConfig === target) return enabled ? 'installed' : undefined;
      return enabled ? 'waitingToInstall' : 'waitingToUninstall';
    case 'Working':
      return enabled ? 'installing' : 'uninstalling';
    case 'Degraded':
      return enabled ? 'failedToInstall' : 'failedToUninstall';
    default:
      return undefined;
  }
}

/**
 * Returns whether the node's update is unrelated to Kata. The operator lists every worker node without Kata as
 * uninstalling while it's updated. The current configuration of such a node was rendered for a pool other than kata-oc.
 */
export function isOrdinaryUpdate({ node, enabled, index }: NodeContext): boolean {
  return (
    !enabled &&
    !index.converged &&
    index.kataConfig?.deleting === undefined &&
    node.currentConfig?.startsWith('rendered-kata-oc-') !== true
  );
}
