/**
 * Which nodes a KataConfig means.
 * Source: openshift/sandboxed-containers-operator@d0632e58 controllers/openshift_controller.go, getKataConfigNodeSelectorAsLabelSelector; domain/01-kataconfig.md 1.2, 1.7.
 */
import { eligibleLabel, kataRole, masterRole, workerRole } from '../../nodeLabels.ts';
import { selectorProblem, selectorWords, selects } from '../labelSelector.ts';
import type { KataConfig } from '../kinds/kataConfig.ts';
import type { ClusterNode } from '../kinds/node.ts';
import type { Snapshot } from '../snapshot.ts';
import { surroundingsOf } from './surroundings.ts';

type Labelled = Pick<ClusterNode, 'labels'>;
type Choosing = Pick<KataConfig, 'poolSelector' | 'checkNodeEligibility'>;

export function isWorker({ labels }: Labelled): boolean {
  return Object.hasOwn(labels, workerRole);
}

/** Whether the operator has given the node the role of the pool with kata. */
export function isLabelled({ labels }: Labelled): boolean {
  return Object.hasOwn(labels, kataRole);
}

/** Whether Node Feature Discovery says that the node can run kata. */
export function isEligible({ labels }: Labelled): boolean {
  return Object.hasOwn(labels, eligibleLabel) && labels[eligibleLabel] === 'true';
}

/** Why the selector cannot be used, in a few words; undefined: it can, or nobody asks it. */
export function poolSelectorProblem({ poolSelector }: Pick<KataConfig, 'poolSelector'>, converged: boolean): string | undefined {
  return converged || poolSelector === undefined ? undefined : selectorProblem(poolSelector);
}

/** Why the KataConfig does not mean the node, to be read after "it has no kata:"; undefined: it does mean it. */
export function whyNotMeant({ poolSelector, checkNodeEligibility }: Choosing, node: Labelled, converged: boolean): string | undefined {
  if (converged) return Object.hasOwn(node.labels, masterRole) ? undefined : `it has no label ${masterRole}`;
  if (!isWorker(node)) return 'kata goes to workers, and it is none';
  if (poolSelector !== undefined) {
    const selected = selects(poolSelector, node.labels);
    if (selected === undefined) return 'the kataConfigPoolSelector cannot be used';
    if (!selected) return `it does not match the kataConfigPoolSelector (${selectorWords(poolSelector)})`;
  }
  return checkNodeEligibility && !isEligible(node) ? `checkNodeEligibility is on, and it has no label ${eligibleLabel}=true` : undefined;
}

/** All nodes that are to have kata. */
export function meantNodes(kataConfig: Choosing, snapshot: Snapshot): readonly ClusterNode[] {
  const { nodes, converged } = surroundingsOf(snapshot);
  return [...nodes.values()].filter((node) => whyNotMeant(kataConfig, node, converged) === undefined);
}

/** The selector in words; for none, what counts then. */
export function poolSelectorWords({ poolSelector }: Pick<KataConfig, 'poolSelector'>): string {
  return poolSelector === undefined ? 'all workers' : selectorWords(poolSelector);
}
