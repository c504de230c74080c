/**
 * Which nodes a KataConfig means. Source: openshift/sandboxed-containers-operator@d0632e58
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

/** Whether the operator has given the node the role of the pool with kata. */
export function hasKataRole({ labels }: Labelled): boolean {
  return Object.hasOwn(labels, kataRole);
}

/** Whether Node Feature Discovery says that the node can run kata. */
export function isEligible({ labels }: Labelled): boolean {
  return Object.hasOwn(labels, eligibleLabel) && labels[eligibleLabel] === 'true';
}

/** Why the selector cannot be used, in a few words; undefined: it can, or nobody asks it. */
export function poolSelectorProblem(
  { poolSelector }: Pick<KataConfig, 'poolSelector'>,
  converged: boolean,
): string | undefined {
  return converged || poolSelector === undefined ? undefined : selectorProblem(poolSelector);
}

/** Why a KataConfig does not mean a node. */
export interface NotMeant {
  readonly kind: 'role' | 'broken' | 'notSelected' | 'notEligible';
  /** To be read after "it has no kata:". */
  readonly words: string;
}

/** Undefined: the KataConfig does mean the node. */
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

/** All nodes that are to have kata. */
export function listSelectedNodes(kataConfig: Choosing, snapshot: Snapshot): readonly ClusterNode[] {
  const { nodes, converged } = indexSnapshot(snapshot);
  return [...nodes.values()].filter((node) => getNodeExclusion(kataConfig, node, converged) === undefined);
}

/** The selector in words; for none, what counts then. */
export function formatPoolSelector({ poolSelector }: Pick<KataConfig, 'poolSelector'>): string {
  return poolSelector === undefined ? l10n.t`all worker nodes` : formatSelector(poolSelector);
}
