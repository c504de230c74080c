/** Describes the pods that block the drain of a node. All functions are pure. */
import * as l10n from '@vscode/l10n';
import type { ClusterObject } from '#core/cluster/objects/clusterObject.ts';
import { joinSentences } from '#core/text/grammar.ts';
import { formatNames } from '#core/text/phrases.ts';
import { sanitizeLabel } from '#core/text/sanitize.ts';

/** A PodDisruptionBudget that prevents an eviction. */
export interface BlockingBudget {
  readonly name: string;
  readonly currentHealthy: number;
  readonly desiredHealthy: number;
}

export interface BlockingPodOwner {
  readonly kind: string;
  readonly name: string;
  /** API group of the kind. Undefined for unknown kinds, which belong to a third-party operator. */
  readonly group?: string;
}

/** A pod that the drain of its node is waiting for. */
export interface BlockingPod extends ClusterObject {
  readonly namespace: string;
  /** Topmost readable owner, such as `Deployment ledger`. Undefined if nothing recreates the pod. */
  readonly owner?: BlockingPodOwner;
  /** Budgets that prevent the eviction. The API server evicts no pod that several budgets select. */
  readonly budgets: readonly BlockingBudget[];
  /** True if the pod is deleted but still exists, because it hasn't stopped or has finalizers. */
  readonly isTerminating: boolean;
}

/** Pods that block a drain. */
export interface BlockingPods {
  readonly pods: readonly BlockingPod[];
  /** True if there are more pods on the node, or more budgets, than were read. */
  readonly cut: boolean;
}

/** The pods that block the drain of one node, or why they couldn't be read. */
export interface NodeDrain extends BlockingPods {
  readonly node: string;
  readonly problem?: string;
}

/** Maximum number of pods per node in a summary. */
const mostPods = 3;

/** Returns why a pod can't be evicted, as one or two sentences. */
export function describeBlockingPod({
  budgets,
  isTerminating,
}: Pick<BlockingPod, 'budgets' | 'isTerminating'>): string {
  const [budget, other] = budgets;
  if (isTerminating || budget === undefined)
    return l10n.t`The pod is terminating. The drain continues after the pod is deleted.`;
  if (other !== undefined)
    return l10n.t`More than one PodDisruptionBudget selects the pod, so the API server doesn't evict it: ${formatNames(budgets.map(({ name }) => name))}.`;
  const { name, desiredHealthy, currentHealthy } = budget;
  return l10n.t`PodDisruptionBudget ${sanitizeLabel(name)} prevents the eviction. Required healthy pods: ${desiredHealthy}. Healthy pods: ${currentHealthy}.`;
}

/** Returns the budgets that block a drain, such as `PodDisruptionBudget ledger`. Returns undefined without any. */
export function formatBlockingBudgets(pods: readonly Pick<BlockingPod, 'budgets'>[]): string | undefined {
  const names = new Set(pods.flatMap(({ budgets }) => budgets.map(({ name }) => sanitizeLabel(name))));
  return names.size === 0 ? undefined : `PodDisruptionBudget ${formatNames([...names], 2)}`;
}

/** Returns the owner of a pod, such as `Deployment ledger`. */
export function formatPodOwner({ owner }: Pick<BlockingPod, 'owner'>): string | undefined {
  return owner === undefined ? undefined : `${sanitizeLabel(owner.kind)} ${sanitizeLabel(owner.name)}`;
}

/** Returns one line for each pod that blocks the drain of a node, up to a limit. */
export function summarizeDrain({ node, pods, cut, problem }: NodeDrain): readonly string[] {
  const name = sanitizeLabel(node);
  if (problem !== undefined) return [`${name}: ${l10n.t`Can't list pods`}: ${problem}`];
  const lines = pods.slice(0, mostPods).map((pod) => {
    const owner = formatPodOwner(pod);
    const who = `${sanitizeLabel(pod.namespace)}/${sanitizeLabel(pod.name)}${owner === undefined ? '' : ` (${owner})`}`;
    return joinSentences(l10n.t`${name}: ${who} blocks the drain.`, describeBlockingPod(pod));
  });
  const omitted = pods.length - lines.length;
  return [
    ...lines,
    ...(omitted > 0 ? [l10n.t`${omitted} more not shown.`] : []),
    ...(cut ? [l10n.t`Too many pods to check`] : []),
  ];
}
