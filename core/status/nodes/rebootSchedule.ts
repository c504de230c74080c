/**
 * Determines how many nodes the Machine Config Operator reboots at a time, and for how many rounds. Sources:
 * openshift/machine-config-operator@00d4bfc3 pkg/controller/node (maxUnavailable, getUnavailableMachines,
 * getAllCandidateMachines); domain/01-kataconfig.md 1.7.
 */
import { masterRole } from '#core/product/nodeLabels.ts';
import { capacityOf, findPoolBlocker } from './pools.ts';
import type { SnapshotIndex } from '../snapshotIndex.ts';

/** Nodes that reboot. */
export interface RebootingNodes {
  readonly names: readonly string[];
  /** Returns whether the node moves back to the pool `worker` instead of to the Kata pool. */
  readonly isLeaving: (name: string) => boolean;
}

/** Reason why the duration of the reboots can't be estimated. */
interface RebootObstacle {
  readonly kind: 'paused' | 'degraded' | 'unavailable';
  readonly pool: string;
  /** Nodes of the pool that are already unavailable. */
  readonly unavailable: readonly string[];
}

export interface RebootSchedule {
  /** Number of nodes that reboot at a time. 0 if the pools don't update any node now. */
  readonly atOnce: number;
  /** Number of rounds of the pool that requires the most. */
  readonly rounds: number;
  /** The first pool that doesn't update its nodes now. */
  readonly obstacle?: RebootObstacle;
}

/** Returns the schedule. Pools are updated in parallel. Requires that the pools are known. */
export function scheduleReboots(index: SnapshotIndex, { names, isLeaving }: RebootingNodes): RebootSchedule {
  const groups = new Map<string, string[]>();
  for (const name of names) {
    const pool = targetPool(index, name, isLeaving(name));
    const group = groups.get(pool);
    if (group === undefined) groups.set(pool, [name]);
    else group.push(name);
  }
  const pools = [...groups].map(([pool, group]) => schedulePool(index, pool, group));
  const obstacle = pools.find((pool) => pool.obstacle !== undefined)?.obstacle;
  return {
    atOnce: pools.reduce((sum, pool) => sum + pool.atOnce, 0),
    rounds: Math.max(0, ...pools.map(({ rounds }) => rounds)),
    ...(obstacle === undefined ? {} : { obstacle }),
  };
}

/** Returns the pool that updates the node. A node of the control plane stays in the pool `master`. */
function targetPool({ converged, nodes }: SnapshotIndex, name: string, isLeaving: boolean): string {
  if (converged || Object.hasOwn(nodes.get(name)?.labels ?? {}, masterRole)) return 'master';
  return isLeaving ? 'worker' : 'kata-oc';
}

function schedulePool(index: SnapshotIndex, poolName: string, nodes: readonly string[]): RebootSchedule {
  const { pools, members, away } = index;
  const pool = pools.get(poolName);
  const all = new Set([...(members.get(poolName) ?? []).map(({ name }) => name), ...nodes]);
  const unavailable = [...away.values()].flat().flatMap(({ name }) => (all.has(name) ? [name] : []));
  // Nodes of the control plane are updated one at a time, to keep the quorum of etcd.
  const capacity = pool === undefined || poolName === 'master' ? 1 : capacityOf(pool, all.size);
  const free = Math.max(0, capacity - unavailable.length);
  // Degraded nodes only reduce how many nodes are updated at a time. If no node causes the problem, it blocks the whole
  // pool.
  const isDegraded = findPoolBlocker(index, poolName)?.nodes.length === 0;
  const kind = pool?.paused === true ? 'paused' : isDegraded ? 'degraded' : free === 0 ? 'unavailable' : undefined;
  return {
    atOnce: Math.min(free, nodes.length),
    rounds: free === 0 ? 0 : Math.ceil(nodes.length / free),
    ...(kind === undefined ? {} : { obstacle: { kind, pool: poolName, unavailable } }),
  };
}
