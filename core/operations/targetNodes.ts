/** The nodes on which Kata is or would be installed. */
import * as l10n from '@vscode/l10n';
import type { ClusterNode } from '../cluster/watchedKinds/node.ts';
import type { Snapshot } from '../cluster/snapshot.ts';
import { isWorkerNode, listSelectedNodes, formatPoolSelector } from '../status/nodes/nodeSelection.ts';
import { indexSnapshot } from '../status/snapshotIndex.ts';
import { masterRole } from '../product/nodeLabels.ts';

export interface TargetNodes {
  readonly nodes: readonly ClusterNode[];
  /** Describes the nodes, such as `all worker nodes`. */
  readonly words: string;
}

/**
 * Returns the nodes that the KataConfig selects. Without a KataConfig, returns all nodes that one could select. Source:
 * domain/01-kataconfig.md 1.2.
 */
export function listTargetNodes(snapshot: Snapshot): TargetNodes {
  const { kataConfig, nodes, converged } = indexSnapshot(snapshot);
  if (kataConfig !== undefined) {
    const words = converged
      ? l10n.t`control plane nodes, which are also the worker nodes`
      : l10n.t`nodes selected by the KataConfig: ${formatPoolSelector(kataConfig)}`;
    return { nodes: listSelectedNodes(kataConfig, snapshot), words };
  }
  const all = [...nodes.values()];
  if (converged)
    return {
      nodes: all.filter(({ labels }) => Object.hasOwn(labels, masterRole)),
      words: l10n.t`control plane nodes, which are also the worker nodes`,
    };
  return { nodes: all.filter(isWorkerNode), words: l10n.t`all worker nodes` };
}
