/** The nodes that have kata, or would get it. */
import * as l10n from '@vscode/l10n';
import type { ClusterNode } from '../cluster/watchedKinds/node.ts';
import type { Snapshot } from '../cluster/snapshot.ts';
import { isWorkerNode, listSelectedNodes, formatPoolSelector } from '../status/nodes/nodeSelection.ts';
import { indexSnapshot } from '../status/snapshotIndex.ts';
import { masterRole } from '../product/nodeLabels.ts';

export interface TargetNodes {
  readonly nodes: readonly ClusterNode[];
  /** Which they are: `all workers`. */
  readonly words: string;
}

/** With a KataConfig those that it means; without one all that it could mean. Source: domain/01-kataconfig.md 1.2. */
export function listTargetNodes(snapshot: Snapshot): TargetNodes {
  const { kataConfig, nodes, converged } = indexSnapshot(snapshot);
  if (kataConfig !== undefined) {
    const words = converged
      ? l10n.t`control plane nodes, which are also the workers`
      : l10n.t`nodes selected by the KataConfig: ${formatPoolSelector(kataConfig)}`;
    return { nodes: listSelectedNodes(kataConfig, snapshot), words };
  }
  const all = [...nodes.values()];
  if (converged)
    return {
      nodes: all.filter(({ labels }) => Object.hasOwn(labels, masterRole)),
      words: l10n.t`control plane nodes, which are also the workers`,
    };
  return { nodes: all.filter(isWorkerNode), words: l10n.t`all worker nodes` };
}
