/**
 * Finds what blocks a MachineConfigPool from updating its nodes. Sources: openshift/machine-config-operator@00d4bfc3
 * pkg/controller/node (getAllCandidateMachines); domain/01-kataconfig.md 1.7.
 */
import * as l10n from '@vscode/l10n';
import type { ClusterNode } from '#core/cluster/watchedKinds/node.ts';
import type { MachineConfigPool } from '#core/cluster/watchedKinds/machineConfigPool.ts';
import { findStatusCondition } from '#core/cluster/objects/clusterObject.ts';
import { selectPlural, joinSentences } from '#core/text/grammar.ts';
import { formatReason, formatNames } from '#core/text/phrases.ts';
import { sanitizeLabel } from '#core/text/sanitize.ts';
import type { SnapshotIndex } from '../snapshotIndex.ts';

/** Reason why a pool is blocked. */
export interface Hindrance {
  readonly health: 'attention' | 'failed';
  /** Reason as a sentence. */
  readonly what: string;
  readonly todo?: string;
  /** Nodes that cause the problem. */
  readonly nodes: readonly string[];
}

/** Returns the name of the pool with the nodes on which Kata is installed. */
export function getKataPoolName({ converged }: SnapshotIndex): string {
  return converged ? 'master' : 'kata-oc';
}

/**
 * Returns the pools that determine the progress. Nodes move to the Kata pool or back to `worker`.
 * @param what the operation in progress
 */
export function listRelevantPools(
  { converged }: SnapshotIndex,
  what: 'install' | 'uninstall' | 'update',
): readonly string[] {
  if (converged) return ['master'];
  return what === 'update' ? ['kata-oc', 'worker'] : [what === 'install' ? 'kata-oc' : 'worker'];
}

/** Returns the first blocker of these pools. */
export function firstHindrance(index: SnapshotIndex, pools: readonly string[]): Hindrance | undefined {
  return pools.map((pool) => findPoolBlocker(index, pool)).find((found) => found !== undefined);
}

/** Returns what blocks the pool and requires action, or undefined if nothing is found. */
export function findPoolBlocker(index: SnapshotIndex, poolName: string): Hindrance | undefined {
  const pool = index.pools.get(poolName);
  if (pool === undefined) return undefined;
  if (pool.paused) {
    return {
      health: 'attention',
      what: l10n.t`Pool ${poolName} is paused. The Machine Config Operator doesn't update its nodes.`,
      todo: l10n.t(
        'When the nodes can reboot, resume the pool: `oc patch mcp {0} --type merge -p \'{"spec":{"paused":false}}\'`.',
        poolName,
      ),
      nodes: [],
    };
  }
  const render = findStatusCondition(pool.conditions, 'RenderDegraded');
  if (render?.status === 'True') {
    return {
      health: 'failed',
      what: l10n.t`The Machine Config Operator can't render the configuration for pool ${poolName}${formatReason(render.message || render.reason)}`,
      todo: l10n.t("Check the pool's machine configs: `oc describe mcp {0}`.", poolName),
      nodes: [],
    };
  }
  const degraded = (index.away.get(poolName) ?? []).filter(({ mcoState }) => mcoState === 'Degraded');
  if (degraded.length > 0) {
    const names = degraded.map(({ name }) => name);
    const [first] = degraded;
    const named = formatNames(names);
    const reasons = new Set(degraded.map(({ mcoReason = '' }) => mcoReason));
    const end = formatReason(reasons.size === 1 ? (first?.mcoReason ?? '') : '');
    return {
      health: 'failed',
      what: joinSentences(
        selectPlural(
          names.length,
          l10n.t`${named} is degraded${end} The node counts as unavailable and can block the update of other nodes.`,
          l10n.t`${named} are degraded${end} The nodes count as unavailable and can block the update of other nodes.`,
        ),
        ...(reasons.size === 1 ? [] : listReasons(degraded)),
      ),
      todo: l10n.t(
        'To find the cause, run `oc describe node {0}` and check the Machine Config Daemon log.',
        first?.name ?? '',
      ),
      nodes: names,
    };
  }
  const condition = findStatusCondition(pool.conditions, 'Degraded');
  if (condition?.status !== 'True') return undefined;
  return {
    health: 'failed',
    what: l10n.t`Pool ${poolName} is degraded${formatReason(condition.message || condition.reason)}`,
    todo: l10n.t('To find the cause, run `oc describe mcp {0}`.', poolName),
    nodes: [],
  };
}

/** Maximum number of nodes whose reasons are shown. */
const mostReasons = 3;

/** Returns a sentence with the reason of each node, such as `worker-0: disk full.`. */
function listReasons(degraded: readonly ClusterNode[]): readonly string[] {
  return degraded
    .filter(({ mcoReason = '' }) => mcoReason !== '')
    .slice(0, mostReasons)
    .map(({ name, mcoReason = '' }) => `${sanitizeLabel(name)}${formatReason(mcoReason)}`);
}

/** Returns how many nodes of a pool can be unavailable at once: maxUnavailable, or 1 by default. */
export function capacityOf({ maxUnavailable }: MachineConfigPool, size: number): number {
  const percent = /^(\d{1,3})%$/.exec(maxUnavailable ?? '')?.[1];
  const count =
    percent === undefined ? Number.parseInt(maxUnavailable ?? '1', 10) : Math.floor((size * Number(percent)) / 100);
  return Number.isNaN(count) ? 1 : Math.max(1, count);
}
