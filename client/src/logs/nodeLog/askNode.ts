/** Asks the user for a node of a cluster. Lists nodes with Kata first. */
import * as l10n from '@vscode/l10n';
import type { OpenCluster } from '#client/clusters/state/openCluster.ts';
import { noNodesMessage } from './noNodesMessage.ts';
import { showPick } from '#client/vscode/prompts/showPick.ts';

/** Returns the selected node name, or undefined if the user canceled. Rejects if no node is known. */
export async function askNode({ context, snapshot }: OpenCluster, title: string): Promise<string | undefined> {
  const nodes = [...snapshot.nodes.items.values()];
  const { state } = snapshot.nodes;
  if (nodes.length === 0) throw new Error(noNodesMessage(context, state));
  const items = nodes
    .map(({ name, labels }) => ({ label: name, kata: Object.hasOwn(labels, 'node-role.kubernetes.io/kata-oc') }))
    .sort((one, other) => Number(other.kata) - Number(one.kata) || one.label.localeCompare(other.label))
    .map(({ label, kata }) => ({ label, description: kata ? 'kata-oc' : '' }));
  return (await showPick(items, { title, placeHolder: l10n.t`Select a node` }))?.label;
}
