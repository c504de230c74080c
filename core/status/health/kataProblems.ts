/**
 * Finds problems of nodes, machine config pools, and runtime classes that the KataConfig status doesn't contain. The
 * summary of a cluster and `osc-tools wait` use them, so that their results agree with their details. All functions are
 * pure.
 */
import * as l10n from '@vscode/l10n';
import type { Snapshot } from '#core/cluster/snapshot.ts';
import type { MachineConfigPool } from '#core/cluster/watchedKinds/machineConfigPool.ts';
import { operatorNamespace } from '#core/product/namespaces.ts';
import { sanitizeLabel } from '#core/text/sanitize.ts';
import type { Explanation } from '../explanation.ts';
import { displayedHealth, getNodeStatus, nodeHealth } from '../nodes/nodeStatus.ts';
import { findPoolBlocker, listRelevantPools, type Hindrance } from '../nodes/pools.ts';
import { findItem, indexSnapshot, isKnown } from '../snapshotIndex.ts';

/** Maximum number of nodes to evaluate, because an installation can have thousands of them. */
const mostEvaluated = 500;

/** A problem, and the kind of object that has it. */
export interface KataProblem extends Explanation {
  readonly of: 'node' | 'pool' | 'runtimeClass';
}

/**
 * Returns the problems of the nodes of the KataConfig, of the pools that matter for Kata, and of the runtime classes.
 * Returns an empty list if there is no KataConfig.
 * @param now milliseconds since 1970
 */
export function listKataProblems(snapshot: Snapshot, now: number): readonly KataProblem[] {
  const index = indexSnapshot(snapshot);
  if (index.kataConfig === undefined) return [];
  const pools = listRelevantPools(index, 'update').flatMap((name): KataProblem | [] => {
    const blocker = findEffectiveBlocker(snapshot, name);
    return blocker === undefined
      ? []
      : {
          of: 'pool',
          health: blocker.health,
          headline: sanitizeLabel(name),
          meaning: blocker.what,
          ...todoOf(blocker),
        };
  });
  const missing = missingRuntimeClass(snapshot);
  return [...pools, ...(missing === undefined ? [] : [missing]), ...nodeProblems(snapshot, now)];
}

/** Returns what blocks a pool, or undefined if the pool is only paused and has no node to update. */
export function findEffectiveBlocker(snapshot: Snapshot, name: string): Hindrance | undefined {
  const index = indexSnapshot(snapshot);
  const pool = index.pools.get(name);
  if (pool === undefined || (pool.paused && !isUpdatePending(pool))) return undefined;
  return findPoolBlocker(index, name);
}

function isUpdatePending({ isOutdated, updatedCount, machineCount }: MachineConfigPool): boolean {
  return isOutdated === true || updatedCount < machineCount;
}

/** Returns the problem if a runtime class in the KataConfig status doesn't exist. */
export function missingRuntimeClass(snapshot: Snapshot): KataProblem | undefined {
  const { kataConfig } = indexSnapshot(snapshot);
  // During an uninstall, the operator deletes the runtime classes before the KataConfig.
  if (kataConfig === undefined || kataConfig.deleting !== undefined || !isKnown(snapshot, 'runtimeClasses'))
    return undefined;
  const missing = kataConfig.runtimeClasses.find((name) => findItem(snapshot, 'runtimeClasses', name) === undefined);
  if (missing === undefined) return undefined;
  const name = sanitizeLabel(missing);
  return {
    of: 'runtimeClass',
    health: 'attention',
    headline: l10n.t`Runtime class ${name} not found`,
    meaning: l10n.t`The KataConfig status lists the runtime class ${name}, but it doesn't exist. The API server rejects new pods that use it.`,
    todo: l10n.t('Read the operator log: `oc logs -n {0} deployment/controller-manager`.', operatorNamespace),
  };
}

/** Returns the first node that is failed, and the first one that is stuck. */
function nodeProblems(snapshot: Snapshot, now: number): readonly KataProblem[] {
  const names = [...indexSnapshot(snapshot).lists.keys()].slice(0, mostEvaluated);
  const byHealth = names.map((name) => ({ name, health: nodeHealth(snapshot, name, now) }));
  return (['failed', 'attention'] as const).flatMap((health): KataProblem | [] => {
    const found = byHealth.find((one) => one.health === health);
    if (found === undefined) return [];
    const status = getNodeStatus(snapshot, found.name, now);
    const { headline, stuck: meaning = headline } = status;
    return {
      of: 'node',
      health: displayedHealth(status),
      headline: `${sanitizeLabel(found.name)}: ${headline}`,
      meaning,
      ...todoOf(status),
    };
  });
}

function todoOf({ todo }: { readonly todo?: string }): { readonly todo?: string } {
  return todo === undefined ? {} : { todo };
}
