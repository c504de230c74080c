/**
 * Finds nodes with different platforms for confidential containers, which the operator doesn't support. The operator
 * reads only the labels for Intel TDX and AMD SEV-SNP. Based on unreleased source code:
 * openshift/sandboxed-containers-operator@00ef4c718 controllers/confidential_handler.go (computeTEEHandlerAndLabel).
 */
import * as l10n from '@vscode/l10n';
import type { Snapshot } from '#core/cluster/snapshot.ts';
import { formatNames } from '#core/text/phrases.ts';
import { indexSnapshot } from '../snapshotIndex.ts';
import { teeLabels } from './nodeFeatures.ts';
import { getNodeExclusion, isWorkerNode } from './nodeSelection.ts';

export interface TeeConflict {
  readonly headline: string;
  /** Consequence, as sentences. */
  readonly meaning: string;
  readonly todo: string;
}

/** Maximum number of nodes to list per platform. */
const mostNodes = 3;

/** Returns the conflict of the nodes that the KataConfig selects or, without a KataConfig, of the worker nodes. */
export function findTeeConflict(snapshot: Snapshot): TeeConflict | undefined {
  const { kataConfig, nodeFacts, converged } = indexSnapshot(snapshot);
  const selected = nodeFacts.teeNodes.filter((node) =>
    kataConfig === undefined ? isWorkerNode(node) : getNodeExclusion(kataConfig, node, converged) === undefined,
  );
  const [intel, amd] = (['Intel TDX', 'AMD SEV-SNP'] as const).map((platform) => ({
    label: `${teeLabels[platform]}=true`,
    names: selected.filter(({ labels }) => labels[teeLabels[platform]] === 'true').map(({ name }) => name),
  }));
  if (intel === undefined || amd === undefined || intel.names.length === 0 || amd.names.length === 0) return undefined;
  const error = '`multiple TEE platforms detected; only one per cluster supported`';
  return {
    headline: l10n.t`The nodes have different TEE platforms`,
    meaning: l10n.t`The label ${intel.label} is on ${formatNames(intel.names, mostNodes)}, and the label ${amd.label} is on ${formatNames(amd.names, mostNodes)}. If confidential containers are enabled, the operator reports this error and stops (based on unreleased source code): ${error}`,
    todo: l10n.t(
      'In kataConfigPoolSelector, select only nodes with the same platform. To list the node labels, run `oc get nodes --show-labels`.',
    ),
  };
}
