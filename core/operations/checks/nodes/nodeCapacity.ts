/**
 * Shows how many more Kata pods fit on the target nodes, from what their pods request. Sources:
 * core/product/podCapacity.ts; OSC 1.5 §2.1.1.
 */
import * as l10n from '@vscode/l10n';
import { memoryText, one, parseQuantity, type Quantity } from '#core/common/quantity.ts';
import type { ClusterNode } from '#core/cluster/watchedKinds/node.ts';
import {
  countFittingPods,
  sizeOfDefaultPod,
  type NodeResources,
  type PodResources,
} from '#core/product/podCapacity.ts';
import { documentedVmMemory } from '#core/product/runtimeClasses.ts';
import { findItem } from '#core/status/snapshotIndex.ts';
import type { NodeRequests } from '#core/operations/lookups/podRequests.ts';
import { getLookupValue, type ObservedCluster } from '#core/operations/observedCluster.ts';
import { defineCheck, type CheckFinding } from '#core/operations/preflightFindings/check.ts';
import { createUnknownFinding, listUnreadableData } from '#core/operations/preflightFindings/unreadableData.ts';
import { listTargetNodes } from '#core/operations/targetNodes.ts';
import { formatCount } from '#core/text/counts.ts';
import { joinSentences } from '#core/text/grammar.ts';
import { formatNames } from '#core/text/phrases.ts';

/** Maximum number of nodes with a line of evidence. */
const mostNodes = 10;

/** Free resources of a node, and the number of pods that fit in them. */
interface FreeNode {
  readonly name: string;
  readonly memory: Quantity;
  /** Pods that fit if each VM uses its initial memory. */
  readonly fitting: number;
  /** Pods that the scheduler places. */
  readonly scheduled: number;
  /** True if the node already has its maximum number of pods. */
  readonly hasMostPods: boolean;
}

export const nodeCapacity = defineCheck({
  id: 'node-capacity',
  title: () => l10n.t`Node capacity`,
  area: 'Nodes',
  why: () =>
    l10n.t`Each Kata pod requires memory for its VM. The scheduler counts only the requests and the overhead of the runtime class.`,
  kinds: ['nodes'],
  facts: ['kataPods'],
  judge(situation): CheckFinding {
    const missing = listUnreadableData(situation, ['nodes'], ['kataPods']);
    if (missing.length > 0) return createUnknownFinding(missing);
    const requests = getLookupValue(situation, 'kataPods')?.requests;
    if (requests === undefined)
      return createUnknownFinding([l10n.t`The cluster has too many pods to add up their requests.`], l10n.t`Unknown`);
    // Cordoned nodes and nodes that aren't ready take no pods now, but they will again.
    const { nodes } = listTargetNodes(situation.snapshot);
    if (nodes.length === 0) return { verdict: 'none', headline: l10n.t`No target nodes for Kata`, evidence: [] };
    const pod = sizeOfPod(situation);
    const free = nodes.flatMap((node) => freeNode(node, requests.get(node.name), pod) ?? []);
    const silent = nodes.filter(({ allocatable }) => allocatable?.['memory'] === undefined);
    const unreported =
      silent.length === 0
        ? []
        : [l10n.t`Nodes that don\'t report allocatable memory: ${formatNames(silent.map(({ name }) => name))}`];
    if (free.length === 0) return createUnknownFinding(unreported, l10n.t`Unknown`);
    return { ...judgeNodes(free, pod), evidence: [...describeNodes(free), ...unreported] };
  },
});

/** Documented size of a pod, with what the scheduler counts. */
interface PodSize {
  readonly whole: PodResources;
  readonly reserved: PodResources;
}

/** Returns the size of a Kata pod without requests, with the overhead of the runtime class on the cluster. */
function sizeOfPod({ snapshot }: ObservedCluster): PodSize {
  const whole = sizeOfDefaultPod(findItem(snapshot, 'runtimeClasses', 'kata')?.overhead);
  const vm = parseQuantity(documentedVmMemory.default) ?? 0n;
  return { whole, reserved: { memory: (whole.memory ?? vm) - vm, cpu: whole.cpu } };
}

function freeNode(
  { name, allocatable = {} }: ClusterNode,
  requested: NodeRequests = { memory: 0n, cpu: 0n, pods: 0 },
  { whole, reserved }: PodSize,
): FreeNode | undefined {
  const amount = (resource: string): Quantity | undefined => parseQuantity(allocatable[resource] ?? '');
  const [memory, cpu, pods] = [amount('memory'), amount('cpu'), amount('pods')];
  if (memory === undefined) return undefined;
  const free: NodeResources = {
    memory: memory - requested.memory,
    cpu: cpu === undefined ? undefined : cpu - requested.cpu,
    pods: pods === undefined ? undefined : pods - BigInt(requested.pods) * one,
  };
  return {
    name,
    memory: memory > requested.memory ? memory - requested.memory : 0n,
    fitting: countFittingPods(free, whole) ?? 0,
    // Without an overhead, the scheduler counts only the number of pods.
    scheduled: countFittingPods(free, reserved) ?? 1,
    hasMostPods: free.pods !== undefined && free.pods <= 0n,
  };
}

function judgeNodes(free: readonly FreeNode[], { whole, reserved }: PodSize): Omit<CheckFinding, 'evidence'> {
  const total = free.reduce((sum, { fitting }) => sum + fitting, 0);
  const meaning = joinSentences(
    l10n.t`The check assumes that each Kata pod needs ${memoryText(whole.memory ?? 0n)} of memory: ${documentedVmMemory.default} for the VM at startup (${documentedVmMemory.source}), and ${memoryText(reserved.memory ?? 0n)} for the overhead of the runtime class.`,
    l10n.t`The values come from the documentation and aren't measured.`,
  );
  if (free.some(({ fitting }) => fitting > 0))
    return {
      verdict: 'pass',
      headline: l10n.t`Free memory for ${formatCount(total, 'pod')} on ${formatCount(free.length, 'node')}`,
      meaning,
    };
  if (free.some(({ scheduled }) => scheduled > 0))
    return {
      verdict: 'info',
      headline: l10n.t`No node has enough free memory for the VM of another Kata pod`,
      meaning,
    };
  return {
    verdict: 'warn',
    headline: l10n.t`No node has free resources for another Kata pod`,
    meaning,
    todo: l10n.t`Add nodes, or remove pods or reduce their requests.`,
  };
}

function describeNodes(free: readonly FreeNode[]): readonly string[] {
  const sorted = free.toSorted((a, b) => a.fitting - b.fitting);
  const [least, most] = [sorted[0], sorted.at(-1)];
  if (least === undefined || most === undefined) return [];
  const shown = sorted.length <= mostNodes ? sorted : [least, most];
  return shown.map(({ name, memory, fitting, hasMostPods }) =>
    hasMostPods
      ? l10n.t`${name}: ${memoryText(memory)} of memory not requested, but the node already has its maximum number of pods`
      : l10n.t`${name}: ${memoryText(memory)} of memory not requested, enough for ${formatCount(fitting, 'pod')}`,
  );
}
