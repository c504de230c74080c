/** Copies the command that tests the port of a pod VM from a worker node, and explains its output. Runs nothing. */
import * as l10n from '@vscode/l10n';
import { commands } from 'vscode';
import { parseAddress } from '#core/peerPods/parseAddress.ts';
import { createPortTestCommand, getShellName } from '#core/operations/peerPods/portTest.ts';
import { portsOf, withSettings } from '#core/operations/peerPods/portsScript.ts';
import { getPeerPodsConfig } from '#core/status/peerPods/peerPodsConfig.ts';
import { copyText } from '#client/vscode/copyText.ts';
import { showInput } from '#client/vscode/prompts/showInput.ts';
import { readFirstWorker } from '../peerPods/readFirstWorker.ts';
import type { OperationCommand } from '../context.ts';

const title = () => l10n.t`Copy Port Test Command`;

export const copyPortTest: OperationCommand = {
  id: 'osc.peerpods.copyPortTest',
  title: 'Copy Port Test Command...',
  palette: 'osc.peerPodsPossible',
  async run({ clusters, notify }, given) {
    const chosen = await clusters.chooseAny(given, title());
    if (chosen === undefined) return;
    const { cluster } = chosen;
    const address = await askAddress(cluster.context);
    if (address === undefined) return;
    const worker = await readFirstWorker(cluster.connection);
    const node = getShellName(worker?.name);
    const [port] = portsOf(withSettings(getPeerPodsConfig(cluster.snapshot)?.data));
    await copyText(createPortTestCommand({ node, address, port }));
    const explain = l10n.t`Explain Status...`;
    const answer = await notify.tell(
      'info',
      l10n.t`The command tests port ${port} of ${address} from node ${node}. Run it in a terminal in which you're logged in to the cluster. Then copy its output, and run Explain Status.`,
      explain,
    );
    if (answer === explain) await commands.executeCommand('osc.status.explain');
  },
};

/** Asks for the address of a pod VM. The cluster doesn't contain it. */
async function askAddress(context: string): Promise<string | undefined> {
  const answer = await showInput({
    title: l10n.t`${title()} on ${context}`,
    prompt: l10n.t`Enter the IP address of the pod VM. The log of cloud-api-adaptor and your cloud provider show it.`,
    ignoreFocusOut: true,
    validateInput: (text) =>
      parseAddress(text.trim()) === undefined || text.includes('%') ? l10n.t`Enter an IP address.` : undefined,
  });
  return answer?.trim();
}
