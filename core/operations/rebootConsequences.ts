/**
 * Describes the consequences of a change that reboots nodes: which nodes, how many at a time, which problems block
 * their drain, and the duration.
 */
import * as l10n from '@vscode/l10n';
import type { Direction } from '../status/nodes/rolloutEstimate.ts';
import { estimateTimePerNode } from '../status/nodes/rolloutEstimate.ts';
import type { MachineConfigPool } from '../cluster/watchedKinds/machineConfigPool.ts';
import { findStatusCondition } from '../cluster/objects/clusterObject.ts';
import { capacityOf, findPoolBlocker } from '../status/nodes/pools.ts';
import { isKnown, listItems, indexSnapshot } from '../status/snapshotIndex.ts';
import { formatTimeSpan } from '../text/durations.ts';
import { formatCount } from '../text/counts.ts';
import { formatNames } from '../text/phrases.ts';
import { sanitizeLine } from '../text/sanitize.ts';
import { masterRole, zoneLabel } from '../product/nodeLabels.ts';
import { drainLosses } from './losses.ts';
import type { ConfirmationGate } from './procedure.ts';
import { getLookupResult, type ObservedCluster } from './observedCluster.ts';
import type { LookupId } from './lookupList.ts';

/** The lookups that the consequences require. */
export const consequenceFacts: readonly LookupId[] = ['disruptionBudgets', 'virtualMachines', 'drainedPods'];

/** Maximum number of node names to list. */
const mostNames = 8;

/**
 * Returns the gate fields that list the rebooting nodes and the losses. Returns no fields if no nodes reboot.
 * @param nodes names of the nodes that reboot; undefined if unknown
 * @param removesKata whether Kata is uninstalled from the nodes
 */
export function rebootGate(
  situation: ObservedCluster,
  nodes: readonly string[] | undefined,
  removesKata = false,
): Pick<ConfirmationGate, 'reboots' | 'losses'> {
  return nodes?.length === 0
    ? {}
    : {
        reboots: { nodes: nodes === undefined ? undefined : inUpdateOrder(situation, nodes) },
        losses: drainLosses(situation, nodes, removesKata),
      };
}

/**
 * Describes the consequences, one sentence each.
 * @param names names of the nodes that reboot; undefined if unknown
 * @param direction the kind of operation. The duration is estimated from earlier operations of this kind on the cluster
 */
export function describeRebootConsequences(
  situation: ObservedCluster,
  names: readonly string[] | undefined,
  direction: Direction,
): readonly string[] {
  if (names?.length === 0) return [l10n.t`No nodes reboot now.`];
  const nodes = names === undefined ? undefined : inUpdateOrder(situation, names);
  return [
    ...whichNodes(situation, nodes, direction),
    ...hindrances(situation),
    ...howLong(situation, nodes, direction),
  ];
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

function whichNodes(
  situation: ObservedCluster,
  nodes: readonly string[] | undefined,
  direction: Direction,
): readonly string[] {
  const { converged, nodes: all } = indexSnapshot(situation.snapshot);
  // The pool defines how many nodes can be unavailable at a time.
  const seen = isKnown(situation.snapshot, 'machineConfigPools');
  if (nodes === undefined)
    return [
      seen
        ? l10n.t`Every selected node is drained and rebooted, usually one at a time. Can't determine which nodes are selected.`
        : l10n.t`Every selected node is drained and rebooted. Can't determine which nodes are selected.`,
    ];
  const capacity = updateCapacity(situation, nodes, direction);
  const names = formatNames(nodes, mostNames);
  const lines =
    nodes.length === 1
      ? [l10n.t`Node ${names} is drained and rebooted.`]
      : [rebootWords(nodes.length, seen ? capacity : undefined, names)];
  if (all.size === 1 && nodes.every((name) => all.has(name)))
    return [...lines, l10n.t`This is the only node. The cluster and its API are unavailable until it's back.`];
  // Without pools, it's unknown whether this is a compact cluster.
  const control = converged || (!seen && nodes.some((name) => Object.hasOwn(all.get(name)?.labels ?? {}, masterRole)));
  return control
    ? [
        ...lines,
        nodes.length === 1
          ? l10n.t`The node is also part of the control plane. The API might be unavailable for a while.`
          : l10n.t`The nodes are also the control plane. The API might be unavailable for a while.`,
      ]
    : lines;
}

/** Returns how many of the nodes can be unavailable at a time, according to the pool that updates them. */
function updateCapacity({ snapshot }: ObservedCluster, nodes: readonly string[], direction: Direction): number {
  const { converged, pools, members } = indexSnapshot(snapshot);
  const pool = pools.get(converged ? 'master' : direction === 'install' ? 'kata-oc' : 'worker');
  if (pool === undefined) return 1;
  return capacityOf(pool, Math.max(nodes.length, members.get(pool.name)?.length ?? 0));
}

/**
 * Describes the reboots.
 * @param capacity number of nodes at a time; undefined if unknown
 */
function rebootWords(count: number, capacity: number | undefined, names: string): string {
  const nodes = formatCount(count, 'node');
  if (capacity === undefined) return l10n.t`${nodes} are drained and rebooted: ${names}.`;
  return capacity === 1
    ? l10n.t`${nodes} are drained and rebooted, one at a time: ${names}.`
    : l10n.t`${nodes} are drained and rebooted, up to ${capacity} at a time: ${names}.`;
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
    if (found !== undefined) lines.push(l10n.t`Node updates can't continue until you fix this problem: ${found.what}`);
    else if (isUpdating(index.pools.get(name)))
      lines.push(l10n.t`Pool ${name} is already being updated, which also reboots its nodes.`);
  }
  const [version] = listItems(snapshot, 'clusterVersions');
  if (version?.updating === true) lines.push(l10n.t`OpenShift is already being updated, which also reboots nodes.`);
  return [...lines, ...drainBlockers(situation)];
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

function howLong(
  situation: ObservedCluster,
  nodes: readonly string[] | undefined,
  direction: Direction,
): readonly string[] {
  // The documentation gives only the total duration, without a number of nodes: OSC 1.12 §3.3, §5.2.
  const span = estimateTimePerNode(situation.history, situation.snapshot, direction);
  if (span === undefined || nodes === undefined) {
    return [
      direction === 'install'
        ? l10n.t`According to the OSC documentation, the reboot can take from 10 to more than 60 minutes.`
        : l10n.t`According to the OSC documentation, the reboot can take from 10 to 60 minutes.`,
    ];
  }
  const [samples, each] = [formatCount(span.samples, 'node'), formatTimeSpan(span)];
  if (nodes.length === 1) return [l10n.t`Update time per node, measured on ${samples} of this cluster: ${each}.`];
  const capacity = Math.max(1, updateCapacity(situation, nodes, direction));
  const rounds = Math.ceil(nodes.length / capacity);
  const all = formatTimeSpan({ from: span.from * rounds, to: span.to * rounds });
  return [
    capacity === 1
      ? l10n.t`Update time per node, measured on ${samples} of this cluster: ${each}. For ${nodes.length} nodes, one at a time, that's ${all}.`
      : l10n.t`Update time per node, measured on ${samples} of this cluster: ${each}. For ${nodes.length} nodes, up to ${capacity} at a time, that's ${all}.`,
  ];
}

/** Returns the names of the nodes, or undefined if nodes can't be read. */
export function namesOf(
  { snapshot }: ObservedCluster,
  nodes: readonly { readonly name: string }[],
): readonly string[] | undefined {
  return isKnown(snapshot, 'nodes') ? nodes.map(({ name }) => name) : undefined;
}
