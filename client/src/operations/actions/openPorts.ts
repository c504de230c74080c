/**
 * Lists the peer pod ports and opens the documented commands for them as a script with the values of this cluster. Runs
 * nothing.
 */
import * as l10n from '@vscode/l10n';
import { env, Uri, window, workspace } from 'vscode';
import { copyText } from '#client/vscode/copyText.ts';
import { enablingPorts } from '#core/product/docSections.ts';
import { buildPortsScript, createPortsInput, type PortsScript } from '#core/operations/peerPods/portsScript.ts';
import { readFirstWorker } from '../peerPods/readFirstWorker.ts';
import type { OperationCommand, OperationContext } from '../context.ts';

export const openPorts: OperationCommand = {
  id: 'osc.peerpods.openPorts',
  title: 'Generate Firewall Commands for Peer Pods...',
  palette: 'osc.peerPodsPossible',
  menus: [{ menu: 'osc.peerPods', group: '1@2', when: 'viewItem =~ /\\bosc-peerPodsPossible\\b/' }],
  async run(tools, given) {
    const chosen = await tools.clusters.chooseAny(given, l10n.t`Generate Firewall Commands for Peer Pods`);
    if (chosen === undefined) return;
    const { cluster } = chosen;
    const [situation, worker] = await Promise.all([
      tools.situation(cluster, ['infrastructure']),
      readFirstWorker(cluster.connection),
    ]);
    await show(tools, buildPortsScript(createPortsInput(situation, worker)));
  },
};

async function show({ notify }: OperationContext, answer: PortsScript): Promise<void> {
  if (answer.kind === 'script') {
    await window.showTextDocument(
      await workspace.openTextDocument({ language: 'shellscript', content: answer.script }),
    );
    return;
  }
  if (answer.kind === 'none') {
    await notify.tell('info', answer.message);
    return;
  }
  const [copy, open] = [l10n.t`Copy Port Numbers`, l10n.t`Open Documentation`];
  const chosen = await notify.choose(answer.message, answer.detail.join('\n\n'), copy, open);
  if (chosen === copy) await copyText(answer.ports.join(' '));
  if (chosen === open) await env.openExternal(Uri.parse(enablingPorts.url, true));
}
