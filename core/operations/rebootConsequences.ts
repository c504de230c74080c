/**
 * Describes the consequences of a change that reboots nodes: which nodes, how many at a time, which problems block
 * their drain, and the duration.
 */
import * as l10n from '@vscode/l10n';
import type { Direction, DurationRange } from '../status/nodes/rolloutEstimate.ts';
import { estimateTimePerNode } from '../status/nodes/rolloutEstimate.ts';
import type { MachineConfigPool } from '../cluster/watchedKinds/machineConfigPool.ts';
import { findStatusCondition } from '../cluster/objects/clusterObject.ts';
import { capacityOf, findPoolBlocker } from '../status/nodes/pools.ts';
import { scheduleReboots, type RebootSchedule } from '../status/nodes/rebootSchedule.ts';
import { isKnown, listItems, indexSnapshot } from '../status/snapshotIndex.ts';
import { formatTimeSpan } from '../text/durations.ts';
import { formatCount } from '../text/counts.ts';
import { formatNames } from '../text/phrases.ts';
import { sanitizeLine } from '../text/sanitize.ts';
import { masterRole, zoneLabel } from '../product/nodeLabels.ts';
import { describeDaemonSetConsequences, installsByDaemonSet } from './daemonSetInstallation.ts';
import { drainLosses } from './losses.ts';
import type { ConfirmationGate } from './procedure.ts';
import { getLookupResult, type ObservedCluster } from './observedCluster.ts';
import type { LookupId } from './lookupList.ts';

/** The lookups that the consequences require. */
export const consequenceFacts: readonly LookupId[] = ['disruptionBudgets', 'virtualMachines', 'drainedPods'];

/** Maximum number of node names to list. */
const mostNames = 8;

/** Gate fields about the nodes that reboot. */
type RebootFields = Pick<ConfirmationGate, 'reboots' | 'losses' | 'estimates'>;

/**
 * Returns the gate fields that list the rebooting nodes and the losses. Returns no fields if no nodes reboot.
 * @param nodes names of the nodes that reboot; undefined if unknown
 * @param removesKata whether Kata is uninstalled from the nodes
 * @param leaving nodes from which Kata is uninstalled, although the operation installs it on others
 */
export function rebootGate(
  situation: ObservedCluster,
  nodes: readonly string[] | undefined,
  removesKata = false,
  leaving: readonly string[] = [],
): RebootFields {
  // A DaemonSet neither drains nor reboots nodes.
  if (nodes?.length === 0 || installsByDaemonSet(situation)) return {};
  const losses = drainLosses(situation, nodes, removesKata);
  if (nodes === undefined) return { reboots: { nodes }, losses };
  const { reboots, time } = describeReboots(situation, nodes, removesKata ? 'uninstall' : 'install', leaving);
  return { reboots: { nodes: inUpdateOrder(situation, nodes) }, losses, estimates: [...reboots, ...time] };
}

/**
 * Describes the consequences, one sentence each.
 * @param names names of the nodes that reboot; undefined if unknown
 * @param direction the kind of operation. The duration is estimated from earlier operations of this kind on the cluster
 * @param leaving nodes from which Kata is uninstalled, although the operation installs it on others
 */
export function describeRebootConsequences(
  situation: ObservedCluster,
  names: readonly string[] | undefined,
  direction: Direction,
  leaving: readonly string[] = [],
): readonly string[] {
  if (names?.length === 0) return [l10n.t`No nodes reboot now.`];
  if (installsByDaemonSet(situation)) return describeDaemonSetConsequences(names, direction);
  if (names === undefined) return [unknownNodes(situation), ...hindrances(situation), documentedTime(direction)];
  const { reboots, time } = describeReboots(situation, names, direction, leaving);
  return [...reboots, ...controlPlane(situation, names), ...hindrances(situation), ...time];
}

interface RebootSentences {
  /** The nodes and, if it can be estimated, the total duration. */
  readonly reboots: readonly string[];
  /** What is known about the duration if there is no total. */
  readonly time: readonly string[];
}

function describeReboots(
  situation: ObservedCluster,
  names: readonly string[],
  direction: Direction,
  leaving: readonly string[],
): RebootSentences {
  const nodes = inUpdateOrder(situation, names);
  // The pools define how many nodes can be unavailable at a time.
  const schedule = isKnown(situation.snapshot, 'machineConfigPools')
    ? scheduleReboots(indexSnapshot(situation.snapshot), {
        names: nodes,
        isLeaving: (name) => direction === 'uninstall' || leaving.includes(name),
      })
    : undefined;
  const span = estimateTimePerNode(situation.history, situation.snapshot, direction);
  const total = span === undefined || schedule === undefined ? undefined : totalTime(span, schedule);
  return total === undefined
    ? { reboots: [rebootWords(nodes, schedule)], time: [timeWithoutTotal(span, schedule, direction)] }
    : { reboots: rebootWordsWithTime(nodes, schedule?.atOnce ?? 1, total), time: [] };
}

/**
 * Returns the order in which the Machine Config Operator updates the nodes of a pool: by zone, then oldest first.
 * Source: openshift/machine-config-operator pkg/controller/node (getAllCandidateMachines, sortNodesByZone).
 */
function inUpdateOrder({ snapshot }: ObservedCluster, names: readonly string[]): readonly string[] {
  const { nodes } = indexSnapshot(snapshot);
  const zoneOf = (name: string): string => nodes.get(name)?.labels[zoneLabel] ?? '';
  const ageOf = (name: string): number => nodes.get(name)?.created ?? Infinity;
  return names.toSorted(
    (one, other) =>
      compare(zoneOf(one), zoneOf(other)) ||
      (ageOf(one) === ageOf(other) ? 0 : ageOf(one) - ageOf(other)) ||
      compare(one, other),
  );
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

function unknownNodes({ snapshot }: ObservedCluster): string {
  return isKnown(snapshot, 'machineConfigPools')
    ? l10n.t`Every selected node is drained and rebooted, usually one at a time. Can't determine which nodes are selected.`
    : l10n.t`Every selected node is drained and rebooted. Can't determine which nodes are selected.`;
}

/** Returns the effects on the API if nodes of the control plane reboot. */
function controlPlane({ snapshot }: ObservedCluster, nodes: readonly string[]): readonly string[] {
  const { converged, nodes: all } = indexSnapshot(snapshot);
  if (all.size === 1 && nodes.every((name) => all.has(name)))
    return [l10n.t`This is the only node. The cluster and its API are unavailable until the node is ready again.`];
  // Without pools, it's unknown whether this is a compact cluster.
  const seen = isKnown(snapshot, 'machineConfigPools');
  const control = converged || (!seen && nodes.some((name) => Object.hasOwn(all.get(name)?.labels ?? {}, masterRole)));
  if (!control) return [];
  return [
    nodes.length === 1
      ? l10n.t`The node is also part of the control plane. The API might be unavailable for a while.`
      : l10n.t`The nodes are also the control plane. The API might be unavailable for a while.`,
  ];
}

/**
 * Describes the reboots without their duration.
 * @param schedule undefined if the pools are unknown
 */
function rebootWords(nodes: readonly string[], schedule: RebootSchedule | undefined): string {
  const names = formatNames(nodes, mostNames);
  if (nodes.length === 1) return l10n.t`Node ${names} is drained and rebooted.`;
  const count = formatCount(nodes.length, 'node');
  const atOnce = schedule?.atOnce ?? 0;
  if (atOnce === 0) return l10n.t`${count} are drained and rebooted: ${names}.`;
  return atOnce === 1
    ? l10n.t`${count} are drained and rebooted, one at a time: ${names}.`
    : l10n.t`${count} are drained and rebooted, up to ${atOnce} at a time: ${names}.`;
}

/** Total duration of the reboots. */
interface TotalTime {
  /** Duration, such as `30 min to 1 h`. */
  readonly words: string;
  /** Nodes on which the duration is based, such as `4 nodes`. */
  readonly samples: string;
}

/** Returns the total duration, or undefined if a pool doesn't update its nodes now. */
function totalTime(span: DurationRange, { rounds, obstacle }: RebootSchedule): TotalTime | undefined {
  if (obstacle !== undefined) return undefined;
  const words = formatTimeSpan({ from: span.from * rounds, to: span.to * rounds });
  return { words, samples: formatCount(span.samples, 'node') };
}

function rebootWordsWithTime(
  nodes: readonly string[],
  atOnce: number,
  { words, samples }: TotalTime,
): readonly string[] {
  const names = formatNames(nodes, mostNames);
  if (nodes.length === 1)
    return [
      l10n.t`Node ${names} is drained and rebooted. Estimated duration: ${words}, based on ${samples} of this cluster.`,
    ];
  const count = formatCount(nodes.length, 'node');
  return [
    atOnce === 1
      ? l10n.t`${count} are drained and rebooted, one at a time. Estimated duration: ${words}, based on ${samples} of this cluster.`
      : l10n.t`${count} are drained and rebooted, up to ${atOnce} at a time. Estimated duration: ${words}, based on ${samples} of this cluster.`,
    l10n.t`Nodes: ${names}.`,
  ];
}

/** Returns existing problems that block or delay the update of nodes, one sentence each. */
function hindrances(situation: ObservedCluster): readonly string[] {
  const { snapshot } = situation;
  const index = indexSnapshot(snapshot);
  const lines: string[] = [];
  if (!isKnown(snapshot, 'machineConfigPools') && snapshot.machineConfigPools.state.kind !== 'absent')
    lines.push(
      l10n.t`Can't determine whether machine config pools are paused or degraded, or how many nodes can be unavailable at a time.`,
    );
  for (const name of index.converged ? ['master'] : ['kata-oc', 'worker']) {
    const found = findPoolBlocker(index, name);
    const pool = index.pools.get(name);
    if (found !== undefined)
      lines.push(
        isBlocked(pool, found.nodes.length, index.members.get(name)?.length ?? 0)
          ? l10n.t`Node updates can't continue until you fix this problem: ${found.what}`
          : found.what,
      );
    else if (isUpdating(pool)) lines.push(l10n.t`Pool ${name} is already being updated, which also reboots its nodes.`);
  }
  const [version] = listItems(snapshot, 'clusterVersions');
  if (version?.updating === true) lines.push(l10n.t`OpenShift is already being updated, which also reboots nodes.`);
  return [...lines, ...drainBlockers(situation)];
}

/**
 * Returns whether a pool with a problem updates no nodes.
 * @param degraded number of degraded nodes; 0 if the problem affects the whole pool
 */
function isBlocked(pool: MachineConfigPool | undefined, degraded: number, size: number): boolean {
  return degraded === 0 || pool === undefined || degraded >= capacityOf(pool, size);
}

function isUpdating(pool: MachineConfigPool | undefined): boolean {
  return pool !== undefined && findStatusCondition(pool.conditions, 'Updating')?.status === 'True';
}

/** Returns objects that might block drains, one sentence each. */
export function drainBlockers(situation: ObservedCluster): readonly string[] {
  return [...budgets(situation), ...machines(situation)];
}

function budgets(situation: ObservedCluster): readonly string[] {
  const fact = getLookupResult(situation, 'disruptionBudgets');
  if (fact.kind === 'unknown')
    return notSeen(
      fact.problem,
      (message) => l10n.t`Can't determine whether PodDisruptionBudgets block a node drain: ${message}`,
    );
  const { tight, cut } = fact.value;
  if (tight.length === 0) return [];
  const names = formatNames(
    tight.map(({ namespace, name }) => `${namespace}/${name}`),
    5,
  );
  const count = tight.length;
  if (count === 1)
    return [l10n.t`A PodDisruptionBudget currently allows no disruptions and might block drains: ${names}.`];
  return [
    cut
      ? l10n.t`${count} or more PodDisruptionBudgets currently allow no disruptions and might block drains: ${names}.`
      : l10n.t`${count} PodDisruptionBudgets currently allow no disruptions and might block drains: ${names}.`,
  ];
}

function machines(situation: ObservedCluster): readonly string[] {
  const fact = getLookupResult(situation, 'virtualMachines');
  if (fact.kind === 'unknown')
    return notSeen(fact.problem, (message) => l10n.t`Can't determine whether VMs block a node drain: ${message}`);
  const { fixed } = fact.value;
  if (fixed.length === 0) return [];
  const names = formatNames(
    fixed.map(({ namespace, name }) => `${namespace}/${name}`),
    5,
  );
  return [
    l10n.t`${formatCount(fixed.length, 'virtual machine')} can't move to another node and might block drains or be stopped: ${names}.`,
  ];
}

function notSeen(
  { why, message }: { readonly why: string; readonly message: string },
  words: (message: string) => string,
): readonly string[] {
  return why === 'notAsked' ? [] : [words(sanitizeLine(message))];
}

/** Returns the documented duration, which is the total without a number of nodes: OSC 1.12 §3.3, §5.2. */
function documentedTime(direction: Direction): string {
  return direction === 'install'
    ? l10n.t`According to the OSC documentation, the reboot can take from 10 to more than 60 minutes.`
    : l10n.t`According to the OSC documentation, the reboot can take from 10 to 60 minutes.`;
}

/** Describes the duration if there is no total: why, or what's known instead. */
function timeWithoutTotal(
  span: DurationRange | undefined,
  schedule: RebootSchedule | undefined,
  direction: Direction,
): string {
  const obstacle = schedule?.obstacle;
  if (obstacle?.kind === 'paused')
    return l10n.t`The duration can't be estimated because pool ${obstacle.pool} is paused.`;
  if (obstacle?.kind === 'degraded')
    return l10n.t`The duration can't be estimated because pool ${obstacle.pool} is degraded.`;
  if (obstacle?.kind === 'unavailable')
    return l10n.t`The duration can't be estimated because these nodes of pool ${obstacle.pool} are already unavailable: ${formatNames(obstacle.unavailable, mostNames)}.`;
  if (span === undefined) return documentedTime(direction);
  const [samples, each] = [formatCount(span.samples, 'node'), formatTimeSpan(span)];
  return l10n.t`Update time per node, measured on ${samples} of this cluster: ${each}.`;
}

/** Returns the names of the nodes, or undefined if nodes can't be read. */
export function namesOf(
  { snapshot }: ObservedCluster,
  nodes: readonly { readonly name: string }[],
): readonly string[] | undefined {
  return isKnown(snapshot, 'nodes') ? nodes.map(({ name }) => name) : undefined;
}
