/**
 * What keeps a MachineConfigPool from updating its nodes. Sources: openshift/machine-config-operator@00d4bfc3
 * pkg/controller/node (getAllCandidateMachines); domain/01-kataconfig.md 1.7.
 */
import * as l10n from '@vscode/l10n';
import type { MachineConfigPool } from '#core/cluster/watchedKinds/machineConfigPool.ts';
import { findStatusCondition } from '#core/cluster/objects/clusterObject.ts';
import { selectPlural } from '#core/text/grammar.ts';
import { formatReason, namesWords } from '#core/text/phrases.ts';
import type { SnapshotIndex } from '../snapshotIndex.ts';

/** Why nothing moves. */
export interface Hindrance {
  readonly health: 'attention' | 'failed';
  /** A sentence. */
  readonly what: string;
  readonly todo?: string;
  /** The nodes that it comes from. */
  readonly nodes: readonly string[];
}

/** The pool that brings kata to nodes. */
export function getKataPoolName({ converged }: SnapshotIndex): string {
  return converged ? 'master' : 'kata-oc';
}

/** The pools that decide: nodes come to the one with kata, or go back to `worker`. @param what what is under way */
export function listRelevantPools(
  { converged }: SnapshotIndex,
  what: 'install' | 'uninstall' | 'update',
): readonly string[] {
  if (converged) return ['master'];
  return what === 'update' ? ['kata-oc', 'worker'] : [what === 'install' ? 'kata-oc' : 'worker'];
}

/** The first that keeps one of these pools. */
export function firstHindrance(surroundings: SnapshotIndex, pools: readonly string[]): Hindrance | undefined {
  return pools.map((pool) => findPoolBlocker(surroundings, pool)).find((found) => found !== undefined);
}

/** What keeps the pool, that somebody must see to; undefined: nothing that can be seen. */
export function findPoolBlocker(surroundings: SnapshotIndex, poolName: string): Hindrance | undefined {
  const pool = surroundings.pools.get(poolName);
  if (pool === undefined) return undefined;
  if (pool.paused) {
    return {
      health: 'attention',
      what: l10n.t`The pool ${poolName} is paused: the Machine Config Operator updates none of its nodes.`,
      todo: l10n.t`Let it go on when the nodes may reboot: \`oc patch mcp ${poolName} --type merge -p '{"spec":{"paused":false}}'\`.`,
      nodes: [],
    };
  }
  const render = findStatusCondition(pool.conditions, 'RenderDegraded');
  if (render?.status === 'True') {
    return {
      health: 'failed',
      what: l10n.t`The Machine Config Operator cannot make a configuration for the pool ${poolName}${formatReason(render.message || render.reason)}`,
      todo: l10n.t`Look at the MachineConfigs of the pool: \`oc describe mcp ${poolName}\`.`,
      nodes: [],
    };
  }
  const degraded = (surroundings.away.get(poolName) ?? []).filter(({ mcoState }) => mcoState === 'Degraded');
  if (degraded.length > 0) {
    const names = degraded.map(({ name }) => name);
    const [first] = degraded;
    const [named, end] = [namesWords(names), formatReason(first?.mcoReason ?? '')];
    return {
      health: 'failed',
      what: selectPlural(
        names.length,
        l10n.t`${named} is degraded${end} A node that fails counts as one that is away.`,
        l10n.t`${named} are degraded${end} A node that fails counts as one that is away.`,
      ),
      todo: l10n.t`See why: \`oc describe node ${first?.name ?? ''}\` and the log of its machine-config-daemon.`,
      nodes: names,
    };
  }
  const condition = findStatusCondition(pool.conditions, 'Degraded');
  if (condition?.status !== 'True') return undefined;
  return {
    health: 'failed',
    what: l10n.t`The pool ${poolName} is degraded${formatReason(condition.message || condition.reason)}`,
    todo: l10n.t`See why: \`oc describe mcp ${poolName}\`.`,
    nodes: [],
  };
}

/** How many nodes of a pool may be away at once: 1, unless the pool says otherwise. */
export function capacityOf({ maxUnavailable }: MachineConfigPool, size: number): number {
  const percent = /^(\d{1,3})%$/.exec(maxUnavailable ?? '')?.[1];
  const count =
    percent === undefined ? Number.parseInt(maxUnavailable ?? '1', 10) : Math.floor((size * Number(percent)) / 100);
  return Number.isNaN(count) ? 1 : Math.max(1, count);
}
