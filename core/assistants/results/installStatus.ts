/** Creates the result of osc_get_install_status, with the same health as in the Clusters view. */
import type { ReportHead } from '#core/operations/checks/preflightReport.ts';
import { omitUndefined } from '#core/common/json.ts';
import { nodeLists, type KataConfig } from '#core/cluster/watchedKinds/kataConfig.ts';
import type { Snapshot } from '#core/cluster/snapshot.ts';
import { explainAbsence } from '#core/status/kataConfig/explainAbsence.ts';
import { explainKataConfig } from '#core/status/kataConfig/explainKataConfig.ts';
import type { Explanation, Health } from '#core/status/explanation.ts';
import { getDaemonSetMode, unreportedLists } from '#core/status/daemonSetMode/daemonSetMode.ts';
import { withFailedSandboxes } from '#core/status/nodes/failedSandboxes.ts';
import { healthOf } from '#core/status/health/clusterHealth.ts';
import { getOpenShiftVersion } from '#core/status/nodes/ineffectiveRule.ts';
import type { NodeDrain } from '#core/status/nodes/blockingPods.ts';
import { getNodeStatus } from '#core/status/nodes/nodeStatus.ts';
import { getPoolStatus, listConcernedPools } from '#core/status/nodes/poolStatus.ts';
import { getOperatorState, getOperatorVersion } from '#core/status/operator/operatorParts.ts';
import { usesPeerPods, listPeerPodsParts } from '#core/status/peerPods/peerPodsParts.ts';
import { indexSnapshot } from '#core/status/snapshotIndex.ts';
import { listUnreadKinds, summarizeCluster, type ClusterSummary } from '#core/status/summary/clusterSummary.ts';
import { summaryLines } from '#core/status/summary/summaryText.ts';
import { formatTimestamp } from '#core/common/time.ts';
import { formatCount } from '#core/text/formatCount.ts';
import type { Parsers } from '#core/redaction/index.ts';
import { createToolResult, type ToolResult } from '../toolResult.ts';
import { headLines } from './resultHeader.ts';

/** Maximum number of nodes to list. Nodes that need attention come first. */
const mostNodes = 20;
/** Maximum number of pods that block a drain to list, per node. */
const mostPods = 20;
const order: readonly Health[] = ['failed', 'attention', 'busy', 'unknown', 'ok'];

interface Item {
  readonly about: string;
  readonly health: Health;
  readonly headline: string;
  readonly meaning?: string;
  readonly evidence?: readonly string[];
  readonly next?: string;
  readonly todo?: string;
}

/** Creates the result. Healthy components are only counted or omitted. */
export function installStatusResult(
  snapshot: Snapshot,
  head: ReportHead,
  parsers: Parsers,
  drains: readonly NodeDrain[] = [],
): ToolResult {
  const summary = summarizeCluster(snapshot, head.at, drains);
  const status = installStatusOf(snapshot, head, summary, drains);
  const { findings, nodesNotShown } = status;
  const more = nodesNotShown > 0 ? [`${formatCount(nodesNotShown, 'more unfinished node')} omitted.`] : [];
  return createToolResult(
    {
      headline: `Install status: ${summary.state}.`,
      // The first lines are the text of `osc-tools status`.
      lines: [...headLines(head), ...summaryLines(summary), '', ...findings.flatMap(linesOf), ...more],
      data: { ...status },
    },
    parsers,
  );
}

/** Status of a cluster as a value, for assistants and for `osc-tools status --format json`. */
export function installStatusOf(
  snapshot: Snapshot,
  head: ReportHead,
  { severity, outcome, state, next, todo }: ClusterSummary,
  drains: readonly NodeDrain[] = [],
) {
  const { progress } = healthOf(snapshot).kata;
  const { kataConfig } = indexSnapshot(snapshot);
  const operator = getOperatorState(snapshot);
  const parts = [...operator.parts, ...(usesPeerPods(snapshot) ? listPeerPodsParts(snapshot) : [])];
  const nodes = nodeItems(snapshot, head.at);
  const findings: readonly Item[] = [
    kataConfig === undefined
      ? itemOf('KataConfig', explainAbsence(snapshot))
      : kataConfigItem(kataConfig, snapshot, head.at),
    ...parts.filter(({ health }) => health !== 'ok').map((part) => itemOf(part.name, part)),
    ...nodes.slice(0, mostNodes),
  ];
  return {
    cluster: head.cluster,
    server: head.server,
    user: head.user,
    ...(head.unverified === true ? { certificateVerified: false } : {}),
    asOf: formatTimestamp(head.at),
    openShift: getOpenShiftVersion(snapshot) ?? null,
    operator: getOperatorVersion(snapshot) ?? null,
    phase: progress.phase,
    health: severity,
    outcome,
    state,
    nodesDone: progress.done,
    nodesTotal: progress.total,
    ...omitUndefined({ next, todo }),
    findings,
    nodesNotShown: Math.max(0, nodes.length - mostNodes),
    pools: poolItems(snapshot, head.at),
    drains: drains.map(({ node, pods, problem }) => ({
      node,
      ...omitUndefined({ problem }),
      blockingPods: pods.slice(0, mostPods).map(({ namespace, name, owner, budgets, isTerminating }) => ({
        namespace,
        name,
        owner: owner ?? null,
        podDisruptionBudgets: budgets,
        isTerminating,
      })),
    })),
    unread: listUnreadKinds(snapshot),
  };
}

/** Returns the state of the pools that matter for Kata. */
function poolItems(snapshot: Snapshot, now: number) {
  return listConcernedPools(snapshot).map((pool) => {
    const { health, headline, meaning, evidence, since, todo } = getPoolStatus(snapshot, pool, now);
    const { name, paused, updatedCount, machineCount, maxUnavailable = '1' } = pool;
    return {
      name,
      health,
      headline,
      meaning,
      paused,
      nodesUpdated: updatedCount,
      nodesTotal: machineCount,
      maxUnavailable,
      since: since === undefined ? null : formatTimestamp(since),
      evidence,
      ...omitUndefined({ todo }),
    };
  });
}

function kataConfigItem(kataConfig: KataConfig, snapshot: Snapshot, now: number): Item {
  const { name, inProgress, lists } = kataConfig;
  const condition =
    inProgress === undefined
      ? 'The KataConfig has no InProgress condition.'
      : `InProgress is ${inProgress.status}, reason ${inProgress.reason === '' ? 'none' : inProgress.reason}${inProgress.message === '' ? '' : `: ${inProgress.message}`}`;
  const counts = nodeLists.flatMap((list) =>
    lists[list].length === 0
      ? []
      : `${list}: ${lists[list].slice(0, 10).join(', ')}${lists[list].length > 10 ? ', …' : ''}`,
  );
  return {
    ...itemOf(`KataConfig ${name}`, withFailedSandboxes(explainKataConfig(kataConfig, snapshot), snapshot, now)),
    evidence: [condition, ...counts, ...unreportedListLines(kataConfig, snapshot)],
  };
}

/** Returns the lists that the operator never fills, because an empty list would look as if no node had failed. */
function unreportedListLines({ lists }: KataConfig, snapshot: Snapshot): readonly string[] {
  if (getDaemonSetMode(snapshot) === undefined) return [];
  return unreportedLists.flatMap((list) => (lists[list].length > 0 ? [] : `${list}: not reported in this mode`));
}

/** Returns the nodes whose state isn't `ok`, worst first. Returns an empty list if there is no KataConfig. */
function nodeItems(snapshot: Snapshot, now: number): readonly Item[] {
  const { kataConfig, lists } = indexSnapshot(snapshot);
  if (kataConfig === undefined) return [];
  return [...lists.keys()]
    .map((name): Item => {
      const { health, headline, evidence, next, todo, stuck } = getNodeStatus(snapshot, name, now);
      return omitUndefined({ about: `Node ${name}`, health, headline, meaning: stuck, evidence, next, todo });
    })
    .filter(({ health }) => health !== 'ok')
    .toSorted((one, other) => order.indexOf(one.health) - order.indexOf(other.health));
}

function itemOf(about: string, { health, headline, meaning, next, todo }: Explanation): Item {
  return omitUndefined({ about, health, headline, meaning, next, todo });
}

function linesOf({ about, health, headline, meaning, evidence = [], next, todo }: Item): readonly string[] {
  return [
    `${health}: ${about}: ${headline}`,
    ...evidence.map((line) => `  ${line}`),
    ...(meaning === undefined ? [] : [`  Meaning: ${meaning}`]),
    ...(next === undefined ? [] : [`  Next: ${next}`]),
    ...(todo === undefined ? [] : [`  To do: ${todo}`]),
  ];
}
