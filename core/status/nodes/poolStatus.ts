/**
 * Describes the machine config pools that determine the progress of Kata: how many of their nodes are updated, which
 * node is being updated, and what blocks them. The Clusters view, detail pages, `osc-tools status`, assistants, and
 * must-gathers show it. All functions are pure. Sources: openshift/machine-config-operator@7ff337a4f
 * pkg/controller/node/status.go, pkg/helpers (GetPoolsForNode); domain/01-kataconfig.md 1.7.
 */
import * as l10n from '@vscode/l10n';
import { omitUndefined } from '#core/common/json.ts';
import { emptyHistory, isDraining, type ClusterHistory } from '#core/cluster/history.ts';
import { findStatusCondition, type StatusCondition } from '#core/cluster/objects/clusterObject.ts';
import type { MachineConfigPool } from '#core/cluster/watchedKinds/machineConfigPool.ts';
import type { ClusterNode } from '#core/cluster/watchedKinds/node.ts';
import type { Snapshot } from '#core/cluster/snapshot.ts';
import { formatCount } from '#core/text/counts.ts';
import { formatDuration } from '#core/text/durations.ts';
import { joinSentences } from '#core/text/grammar.ts';
import { formatNames } from '#core/text/phrases.ts';
import { sanitizeLine } from '#core/text/sanitize.ts';
import { worstHealth, type Explanation, type Health } from '../explanation.ts';
import { findEffectiveBlocker } from '../health/kataProblems.ts';
import { indexSnapshot, type SnapshotIndex } from '../snapshotIndex.ts';
import { formatPoolProgress, getNodeStatus, nodeHealth } from './nodeStatus.ts';
import { capacityOf, getKataPoolName } from './pools.ts';

/** State of a machine config pool. */
export interface PoolStatus extends Explanation {
  readonly pool: MachineConfigPool;
  /** Start of the state according to the conditions of the pool, in milliseconds since 1970. */
  readonly since?: number;
  /** Facts, one per line: `maxUnavailable`, the conditions, and nodes that are in several custom pools. */
  readonly evidence: readonly string[];
  /** Names of the nodes that aren't done, sorted. Nodes that are being updated come first. */
  readonly unfinished: readonly string[];
}

/** What a node of a pool is doing, in the order in which rows show it. */
const stages = ['degraded', 'draining', 'rebooting', 'updating', 'notReady', 'cordoned'] as const;
type Stage = (typeof stages)[number];

/** Maximum number of unavailable nodes to evaluate, because a pool can have thousands of nodes. */
const mostEvaluated = 500;
/** Maximum number of conditions to list, and of characters of their messages. */
const mostConditions = 12;
const longestMessage = 300;

/**
 * Returns the pools that matter for Kata: the pool with Kata, and the `worker` pool while its nodes lose Kata or its
 * update isn't complete. Empty if there are no pools, or if they can't be read.
 */
export function listConcernedPools(snapshot: Snapshot): readonly MachineConfigPool[] {
  const index = indexSnapshot(snapshot);
  const own = index.pools.get(getKataPoolName(index));
  const worker = index.converged ? undefined : index.pools.get('worker');
  return [own, worker !== undefined && isWorkerConcerned(index, snapshot, worker) ? worker : undefined].filter(
    (pool) => pool !== undefined,
  );
}

function isWorkerConcerned({ kataConfig }: SnapshotIndex, snapshot: Snapshot, pool: MachineConfigPool): boolean {
  if (kataConfig === undefined) return false;
  const { uninstalling, waitingToUninstall, failedToUninstall } = kataConfig.lists;
  return (
    kataConfig.deleting !== undefined ||
    [uninstalling, waitingToUninstall, failedToUninstall].some((names) => names.length > 0) ||
    pool.updatedCount < pool.machineCount ||
    findEffectiveBlocker(snapshot, pool.name) !== undefined
  );
}

/**
 * Returns the state of a pool.
 * @param now milliseconds since 1970
 * @param nameOf returns the displayed name of a node
 */
export function getPoolStatus(
  snapshot: Snapshot,
  pool: MachineConfigPool,
  now: number,
  history: ClusterHistory = emptyHistory,
  nameOf: (name: string) => string = (name) => name,
): PoolStatus {
  const index = indexSnapshot(snapshot);
  const away = (index.away.get(pool.name) ?? []).slice(0, mostEvaluated);
  const healths = away.map(({ name }) => nodeHealth(snapshot, name, now, history));
  const stuck = away[healths.findIndex(isProblem)];
  const blocker = findEffectiveBlocker(snapshot, pool.name);
  const conflicts = listConflicts(index, pool.name);
  const since = findSince(pool);
  const isUpdating = findStatusCondition(pool.conditions, 'Updating')?.status === 'True';
  const first = stuck === undefined ? undefined : getNodeStatus(snapshot, stuck.name, now, history);
  return {
    pool,
    health: healthOf(
      pool,
      [...(blocker === undefined ? [] : [blocker.health]), ...healths.filter(isProblem)],
      isUpdating || away.length > 0,
      conflicts.length > 0,
    ),
    headline: headlineOf(pool, away, nameOf),
    meaning: blocker?.what ?? joinSentences(formatPoolProgress(pool.name, pool), first?.stuck ?? ''),
    ...omitUndefined({
      next:
        isUpdating && blocker === undefined
          ? l10n.t`After a node is updated, the Machine Config Operator updates the next one.`
          : undefined,
      todo:
        blocker?.todo ??
        first?.todo ??
        (conflicts.length > 0
          ? l10n.t`Exclude these nodes with kataConfigPoolSelector, or remove them from the other custom pool.`
          : undefined),
      since,
    }),
    evidence: evidenceOf(index, pool, conflicts, now),
    unfinished: listUnfinished(index, pool),
  };
}

function isProblem(health: Health): boolean {
  return health === 'failed' || health === 'attention';
}

function healthOf(
  pool: MachineConfigPool,
  problems: readonly Health[],
  isBusy: boolean,
  hasConflicts: boolean,
): Health {
  const isPending = pool.isOutdated === true || pool.updatedCount < pool.machineCount || isBusy;
  return worstHealth([
    ...problems,
    ...(hasConflicts ? (['attention'] as const) : []),
    isPending && !pool.paused ? 'busy' : 'ok',
  ]);
}

/** Returns text such as `1 of 3 updated · worker-1 draining · paused`. */
function headlineOf(
  { machineCount, updatedCount, paused }: MachineConfigPool,
  away: readonly ClusterNode[],
  nameOf: (name: string) => string,
): string {
  const count =
    machineCount === 0
      ? l10n.t`No nodes`
      : l10n.t({
          message: '{0} of {1} updated',
          args: [updatedCount, machineCount],
          comment: ['{0} and {1} are numbers of nodes. Shown in the Clusters view. Keep it short.'],
        });
  const byStage = stages.flatMap((stage) => {
    const names = away.filter((node) => stageOf(node) === stage).map(({ name }) => nameOf(name));
    return names.length === 0 ? [] : [stageWords[stage](formatNames(names.toSorted(), 2))];
  });
  const pause = l10n.t({
    message: 'paused',
    args: [],
    comment: ['The state of a machine config pool, after other states in a row: "1 of 3 updated · paused".'],
  });
  return [count, ...byStage, ...(paused ? [pause] : [])].join(' · ');
}

/** Returns what an unavailable node is doing. Source: openshift/machine-config-operator pkg/daemon/constants. */
function stageOf(node: ClusterNode): Stage {
  const { mcoState, currentConfig, desiredConfig, ready } = node;
  if (mcoState === 'Degraded') return 'degraded';
  if (isDraining(node)) return 'draining';
  const isBusy = mcoState === 'Working' || currentConfig !== desiredConfig;
  if (isBusy) return ready === 'True' ? 'updating' : 'rebooting';
  return ready === 'True' ? 'cordoned' : 'notReady';
}

const stageWords: Readonly<Record<Stage, (names: string) => string>> = {
  degraded: (names) => l10n.t`${names} degraded`,
  draining: (names) => l10n.t`${names} draining`,
  rebooting: (names) => l10n.t`${names} rebooting`,
  updating: (names) => l10n.t`${names} updating`,
  notReady: (names) => l10n.t`${names} not ready`,
  cordoned: (names) => l10n.t`${names} cordoned`,
};

/** Returns the nodes of the pool that several custom pools select. */
function listConflicts({ customPools }: SnapshotIndex, pool: string): readonly string[] {
  return [...customPools]
    .filter(([, pools]) => pools.length > 1 && pools.includes(pool))
    .map(([node]) => node)
    .toSorted();
}

/** Returns when the pool became degraded, or when its update started or was complete. */
function findSince({ conditions }: MachineConfigPool): number | undefined {
  const find = (type: string, status: string): StatusCondition | undefined => {
    const condition = findStatusCondition(conditions, type);
    return condition?.status === status ? condition : undefined;
  };
  return (find('Degraded', 'True') ?? find('Updating', 'True') ?? findStatusCondition(conditions, 'Updated'))?.since;
}

function evidenceOf(
  { members }: SnapshotIndex,
  pool: MachineConfigPool,
  conflicts: readonly string[],
  now: number,
): readonly string[] {
  const capacity = formatCount(capacityOf(pool, members.get(pool.name)?.length ?? 0), 'node');
  return [
    `maxUnavailable: ${sanitizeLine(pool.maxUnavailable ?? '1', 20)}`,
    l10n.t`At most ${capacity} in the pool can be unavailable at a time.`,
    ...(conflicts.length === 0
      ? []
      : [
          l10n.t`The Machine Config Operator doesn't update nodes that are in more than one custom pool: ${formatNames(conflicts)}.`,
        ]),
    ...pool.conditions.slice(0, mostConditions).map((condition) => conditionLine(condition, now)),
  ];
}

/** Returns text such as `Updating: True (5 min): All nodes are updating to ...`. Conditions are in English. */
function conditionLine({ type, status, since, message, reason }: StatusCondition, now: number): string {
  const age = since === undefined ? '' : ` (${formatDuration(now - since)})`;
  const why = sanitizeLine(message === '' ? reason : message, longestMessage);
  return `${sanitizeLine(type, 60)}: ${sanitizeLine(status, 20)}${age}${why === '' ? '' : `: ${why}`}`;
}

/** Returns the nodes of a pool that don't have its configuration or aren't available. */
function listUnfinished({ members, away }: SnapshotIndex, { name, target }: MachineConfigPool): readonly string[] {
  const unavailable = new Set(away.get(name));
  const nodes = (members.get(name) ?? []).filter(
    (node) => unavailable.has(node) || (target !== undefined && node.currentConfig !== target),
  );
  const order = (node: ClusterNode): string => `${unavailable.has(node) ? 0 : 1} ${node.name}`;
  return nodes.toSorted((one, other) => (order(one) < order(other) ? -1 : 1)).map((node) => node.name);
}
