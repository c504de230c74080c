/** Summarizes the nodes and pools of a cluster in a few lines. All functions are pure. */
import * as l10n from '@vscode/l10n';
import type { Snapshot } from '#core/cluster/snapshot.ts';
import { sanitizeLabel } from '#core/text/sanitize.ts';
import type { Health } from '../explanation.ts';
import { findEffectiveBlocker } from '../health/kataProblems.ts';
import { getDaemonSetMode, notReported, unreportedLists } from '../daemonSetMode/daemonSetMode.ts';
import { nodeGroups } from '../nodes/nodeGroups.ts';
import { displayedHealth, getNodeStatus } from '../nodes/nodeStatus.ts';
import { getPoolStatus } from '../nodes/poolStatus.ts';
import { listRelevantPools } from '../nodes/pools.ts';
import { indexSnapshot } from '../snapshotIndex.ts';

/** Maximum number of unfinished nodes to list. */
const mostNodes = 4;
/** Maximum number of nodes to evaluate, because an installation can have thousands of them. */
const mostEvaluated = 500;

const order: readonly Health[] = ['failed', 'attention', 'busy', 'unknown'];

/**
 * Returns the number of nodes by state, and the nodes that are failed, stuck, or being updated, in this order. Empty
 * without a KataConfig.
 */
export function summarizeNodes(snapshot: Snapshot, now: number): readonly string[] {
  const { kataConfig } = indexSnapshot(snapshot);
  if (kataConfig === undefined) return [];
  const groups = nodeGroups(kataConfig, snapshot);
  const listed = groups.map(({ title, names }) => `${title}: ${names.length}`);
  if (listed.length === 0) return [];
  const isReported =
    getDaemonSetMode(snapshot) === undefined || groups.some(({ list }) => unreportedLists.includes(list));
  const counts = isReported ? listed : [...listed, `${l10n.t`Failed`}: ${notReported()}`];
  const unfinished = groups
    .flatMap(({ list, names }) => names.map((name) => ({ list, name })))
    .slice(0, mostEvaluated)
    .map(({ list, name }) => {
      const status = getNodeStatus(snapshot, name, now);
      const why = status.stuck === undefined ? '' : `. ${status.stuck}`;
      // Hundreds of nodes can wait for their turn.
      const isWaiting = status.stuck === undefined && (list === 'waitingToInstall' || list === 'waitingToUninstall');
      return {
        health: isWaiting ? ('ok' as const) : displayedHealth(status),
        line: `${sanitizeLabel(name)}: ${status.headline}${why}`,
      };
    })
    .filter(({ health }) => health !== 'ok')
    .toSorted((one, other) => order.indexOf(one.health) - order.indexOf(other.health));
  const shown = unfinished.slice(0, mostNodes).map(({ line }) => line);
  const omitted = unfinished.length - shown.length;
  return [counts.join(', '), ...shown, ...(omitted > 0 ? [l10n.t`${omitted} more not shown.`] : [])];
}

/**
 * Returns one line for each pool that matters for Kata, and the reason why it is blocked.
 * @param now milliseconds since 1970
 */
export function summarizePools(snapshot: Snapshot, now: number): readonly string[] {
  const index = indexSnapshot(snapshot);
  return listRelevantPools(index, 'update').flatMap((name) => {
    const pool = index.pools.get(name);
    if (pool === undefined) return [];
    const progress = `${sanitizeLabel(name)}: ${getPoolStatus(snapshot, pool, now).headline}`;
    const blocker = findEffectiveBlocker(snapshot, name);
    return blocker === undefined ? [progress] : [progress, blocker.what];
  });
}
