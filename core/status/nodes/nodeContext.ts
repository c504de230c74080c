/** What the story of one node is told from. Source of the lists: domain/01-kataconfig.md 1.6. */
import { emptyHistory, type ClusterHistory } from '#core/cluster/history.ts';
import { extensionConfigName, imageConfigName } from '#core/cluster/watchedKinds/machineConfig.ts';
import type { KataConfig, NodeList } from '#core/cluster/watchedKinds/kataConfig.ts';
import type { MachineConfigPool } from '#core/cluster/watchedKinds/machineConfigPool.ts';
import type { ClusterNode } from '#core/cluster/watchedKinds/node.ts';
import type { Snapshot } from '#core/cluster/snapshot.ts';
import { getKataPoolName } from './pools.ts';
import { hasKataRole, isWorkerNode } from './nodeSelection.ts';
import { indexSnapshot, type SnapshotIndex } from '../snapshotIndex.ts';

export interface NodeContext {
  readonly snapshot: Snapshot;
  readonly surroundings: SnapshotIndex;
  readonly history: ClusterHistory;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly node: ClusterNode;
  /** Whether its pool has kata, or is to have it. */
  readonly enabled: boolean;
  /** The pool that decides what the node runs; the pool itself is missing when it is not there, or cannot be seen. */
  readonly poolName: string;
  readonly pool?: MachineConfigPool;
  /** Where the KataConfig lists it. */
  readonly listed?: NodeList;
  /** Where it belongs by its own annotations: they are written first. */
  readonly derived?: NodeList;
}

/** @param now milliseconds since 1970 */
export function contextOf(
  snapshot: Snapshot,
  node: ClusterNode,
  now: number,
  history: ClusterHistory = emptyHistory,
): NodeContext {
  const surroundings = indexSnapshot(snapshot);
  const poolName = poolNameOf(node, surroundings);
  const pool = surroundings.pools.get(poolName);
  const enabled = surroundings.converged ? hasKata(pool, surroundings.kataConfig) : hasKataRole(node);
  const listed = surroundings.lists.get(node.name);
  // The operator looks at workers alone.
  const derived = isWorkerNode(node) ? deriveList(node, pool?.target, enabled) : undefined;
  return {
    snapshot,
    surroundings,
    history,
    now,
    node,
    enabled,
    poolName,
    ...(pool === undefined ? {} : { pool }),
    ...(listed === undefined ? {} : { listed }),
    ...(derived === undefined ? {} : { derived }),
  };
}

/** As the operator sees it; of nodes that do not concern it, as the Machine Config Operator does. */
function poolNameOf(node: ClusterNode, surroundings: SnapshotIndex): string {
  if (surroundings.converged || hasKataRole(node)) return getKataPoolName(surroundings);
  if (isWorkerNode(node)) return 'worker';
  for (const [name, members] of surroundings.members) if (members.includes(node)) return name;
  return 'master';
}

/** On a converged cluster the configuration of the pool tells. */
function hasKata(pool: MachineConfigPool | undefined, kataConfig: KataConfig | undefined): boolean {
  if (pool === undefined) return kataConfig?.deleting === undefined;
  return pool.sources.includes(extensionConfigName) || pool.sources.includes(imageConfigName);
}

/** As the operator does it: by the node's own word and its pool's target. */
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
 * A worker that never had kata and gets another configuration: the operator lists it as uninstalling, as it does all
 * workers without kata that are updated. What it has now was rendered for another pool than kata's.
 */
export function isOrdinaryUpdate({ node, enabled, surroundings }: NodeContext): boolean {
  return (
    !enabled &&
    !surroundings.converged &&
    surroundings.kataConfig?.deleting === undefined &&
    node.currentConfig?.startsWith('rendered-kata-oc-') !== true
  );
}
