/** The nodes that have kata, or would get it. */
import * as l10n from '@vscode/l10n';
import type { ClusterNode } from '../cluster/resources/node.ts';
import type { Snapshot } from '../cluster/snapshot.ts';
import { isWorker, meantNodes, poolSelectorWords } from '../status/nodes/nodeSelection.ts';
import { surroundingsOf } from '../status/snapshotIndex.ts';
import { masterRole } from '../product/nodeLabels.ts';

export interface TargetNodes {
  readonly nodes: readonly ClusterNode[];
  /** Which they are: `all workers`. */
  readonly words: string;
}

/** With a KataConfig those that it means; without one all that it could mean. Source: domain/01-kataconfig.md 1.2. */
export function targetNodes(snapshot: Snapshot): TargetNodes {
  const { kataConfig, nodes, converged } = surroundingsOf(snapshot);
  if (kataConfig !== undefined) {
    const words = converged ? l10n.t`the control plane, which are the workers` : l10n.t`those of the KataConfig: ${poolSelectorWords(kataConfig)}`;
    return { nodes: meantNodes(kataConfig, snapshot), words };
  }
  const all = [...nodes.values()];
  if (converged) return { nodes: all.filter(({ labels }) => Object.hasOwn(labels, masterRole)), words: l10n.t`the control plane, which are the workers` };
  return { nodes: all.filter(isWorker), words: l10n.t`all workers` };
}
