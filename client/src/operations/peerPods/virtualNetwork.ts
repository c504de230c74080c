/**
 * Selects the virtual network on Azure. The network isn't a setting of peer pods, but the command that lists its
 * subnets needs its name. If the resource group has several networks, only the user knows which one the worker nodes
 * use.
 */
import * as l10n from '@vscode/l10n';
import { virtualNetworkKey } from '#core/operations/peerPods/cloudCommands.ts';
import { askPick } from '#client/vscode/prompts/askSteps.ts';
import type { Position } from '#client/vscode/prompts/wizard.ts';
import { openKeys, type PeerPodsDraft } from './peerPodsDraft.ts';

/** Returns the networks to select from. Empty if the network or the subnet is known, or there is only one network. */
export function networksToChooseFrom(draft: PeerPodsDraft): readonly string[] {
  if (draft.found.has(virtualNetworkKey) || !openKeys(draft).some(({ key }) => key.name === 'AZURE_SUBNET_ID'))
    return [];
  const names = (draft.candidates[virtualNetworkKey] ?? []).map(({ value }) => value);
  return names.length > 1 ? names : [];
}

/** Returns the draft with the selected network, so that the command for its subnets becomes available. */
export function withNetwork(draft: PeerPodsDraft, name: string): PeerPodsDraft {
  const network = { value: name, from: l10n.t`entered by you`, sure: true };
  return { ...draft, found: new Map(draft.found).set(virtualNetworkKey, network) };
}

/** Asks for the network if there are several. If the user cancels, the draft stays the same. */
export async function askNetwork(title: string, at: Position, draft: PeerPodsDraft): Promise<PeerPodsDraft> {
  const names = networksToChooseFrom(draft);
  if (names.length === 0) return draft;
  const answer = await askPick(title, at, {
    placeHolder: l10n.t`Select the virtual network that the worker nodes use.`,
    items: names.map((name) => ({ icon: 'type-hierarchy', label: name, value: name })),
  });
  return typeof answer === 'object' ? withNetwork(draft, answer.value) : draft;
}
