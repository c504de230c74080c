/**
 * Determines which nodes a KataConfig selects. Source: openshift/sandboxed-containers-operator@d0632e58
 * controllers/openshift_controller.go, getKataConfigNodeSelectorAsLabelSelector; domain/01-kataconfig.md 1.2, 1.7.
 */
import * as l10n from '@vscode/l10n';
import { eligibleLabel, kataRole, masterRole, workerRole } from '#core/product/nodeLabels.ts';
import { selectorProblem, formatSelector, matchesSelector } from '#core/labels/labelSelector.ts';
import type { KataConfig } from '#core/cluster/watchedKinds/kataConfig.ts';
import type { ClusterNode } from '#core/cluster/watchedKinds/node.ts';
import type { Snapshot } from '#core/cluster/snapshot.ts';
import { indexSnapshot } from '../snapshotIndex.ts';

type Labelled = Pick<ClusterNode, 'labels'>;
type Choosing = Pick<KataConfig, 'poolSelector' | 'checkNodeEligibility'>;

export function isWorkerNode({ labels }: Labelled): boolean {
  return Object.hasOwn(labels, workerRole);
}

/** Returns whether the operator added the role label of the Kata pool to the node. */
export function hasKataRole({ labels }: Labelled): boolean {
  return Object.hasOwn(labels, kataRole);
}

/** Returns whether Node Feature Discovery labeled the node as able to run Kata. */
export function isEligible({ labels }: Labelled): boolean {
  return Object.hasOwn(labels, eligibleLabel) && labels[eligibleLabel] === 'true';
}

/** Returns why the selector is invalid, in a few words. Returns undefined if it's valid or not used. */
export function poolSelectorProblem(
  { poolSelector }: Pick<KataConfig, 'poolSelector'>,
  converged: boolean,
): string | undefined {
  return converged || poolSelector === undefined ? undefined : selectorProblem(poolSelector);
}

/** Reason why a KataConfig doesn't select a node. */
export interface NotMeant {
  readonly kind: 'role' | 'broken' | 'notSelected' | 'notEligible';
  /** Phrase that follows "Kata isn't installed on this node:". */
  readonly words: string;
}

/** Returns why a KataConfig doesn't select a node, or undefined if it does. */
export function getNodeExclusion(
  { poolSelector, checkNodeEligibility }: Choosing,
  node: Labelled,
  converged: boolean,
): NotMeant | undefined {
  if (converged)
    return Object.hasOwn(node.labels, masterRole)
      ? undefined
      : { kind: 'role', words: l10n.t`it doesn't have the label ${masterRole}` };
  if (!isWorkerNode(node)) return { kind: 'role', words: l10n.t`it isn't a worker node` };
  if (poolSelector !== undefined) {
    const selected = matchesSelector(poolSelector, node.labels);
    if (selected === undefined) return { kind: 'broken', words: l10n.t`kataConfigPoolSelector is invalid` };
    if (!selected)
      return {
        kind: 'notSelected',
        words: l10n.t`it doesn't match kataConfigPoolSelector (${formatSelector(poolSelector)})`,
      };
  }
  return checkNodeEligibility && !isEligible(node)
    ? {
        kind: 'notEligible',
        words: l10n.t`checkNodeEligibility is true, but the node doesn't have the label ${eligibleLabel}=true`,
      }
    : undefined;
}

/** Returns all nodes that a KataConfig selects. */
export function listSelectedNodes(kataConfig: Choosing, snapshot: Snapshot): readonly ClusterNode[] {
  const { nodes, converged } = indexSnapshot(snapshot);
  return [...nodes.values()].filter((node) => getNodeExclusion(kataConfig, node, converged) === undefined);
}

/** Describes the selector, or what applies if there is none. */
export function formatPoolSelector({ poolSelector }: Pick<KataConfig, 'poolSelector'>): string {
  return poolSelector === undefined ? l10n.t`all worker nodes` : formatSelector(poolSelector);
}
