/** Asks for a node of a cluster: those of kata first. */
import { window } from 'vscode';
import type { OpenCluster } from '../../tree/openCluster.ts';

/** Undefined: the user gave up. Rejects when none is known. */
export async function askNode({ context, snapshot }: OpenCluster, title: string): Promise<string | undefined> {
  const nodes = [...snapshot.nodes.items.values()];
  const { state } = snapshot.nodes;
  if (nodes.length === 0)
    throw new Error(
      state.kind === 'forbidden'
        ? `The nodes of ${context} may not be listed: you may not ${state.verb}.`
        : `No nodes of ${context} are known yet. Try again in a moment.`,
    );
  const items = nodes
    .map(({ name, labels }) => ({ label: name, kata: Object.hasOwn(labels, 'node-role.kubernetes.io/kata-oc') }))
    .sort((one, other) => Number(other.kata) - Number(one.kata) || one.label.localeCompare(other.label))
    .map(({ label, kata }) => ({ label, description: kata ? 'kata-oc' : '' }));
  return (await window.showQuickPick(items, { title, placeHolder: 'Which node?' }))?.label;
}
