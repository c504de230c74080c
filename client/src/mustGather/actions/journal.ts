/** Opens a node log of a must-gather on the log page. */
import * as l10n from '@vscode/l10n';
import { commands, Uri } from 'vscode';
import { sanitizeLiteral } from '#core/text/sanitize.ts';
import { chooseGather } from '../open/chooseMustGather.ts';
import { journalsIn, type Journal } from '../open/listJournals.ts';
import type { MustGatherCommand } from '../context.ts';
import { showPick } from '#client/vscode/prompts/showPick.ts';
import { clusterRow } from '#client/commands/menuPlaces.ts';
import type { Message } from '#core/text/message.ts';

const title = () => l10n.t`Open Must-Gather Journal`;

/** Display names of the logs. */
const names: Readonly<Record<Journal['of'], Message>> = {
  'CRI-O': () => 'CRI-O',
  kubelet: () => 'kubelet',
  'kernel (dmesg)': () => l10n.t`kernel (dmesg)`,
  audit: () => l10n.t({ message: 'audit', args: [], comment: ['The name of a log: the audit log of an API server.'] }),
};

export const journal: MustGatherCommand = {
  id: 'osc.mustGather.journal',
  title: 'Open Must-Gather Journal...',
  menus: [clusterRow('1_osc@4', 'gathered')],
  async run(tools, given) {
    const gather = await chooseGather(tools, given, title());
    if (gather === undefined) return;
    // Only folders have no size.
    if (gather.stamp.size > 0) {
      await tools.notify.tell(
        'info',
        l10n.t`${gather.name} is an archive. Extract it and open the folder to view its logs.`,
      );
      return;
    }
    const journals = await journalsIn(gather.path);
    if (journals.length === 0) {
      await tools.notify.tell('info', l10n.t`${gather.name} contains no node logs.`);
      return;
    }
    const items = journals.map((one) => ({
      label: `${sanitizeLiteral(one.node)}: ${names[one.of]()}`,
      detail: sanitizeLiteral(one.path),
      one,
    }));
    const chosen = await showPick(items, { title: title(), placeHolder: l10n.t`Select a node log` });
    if (chosen !== undefined) await commands.executeCommand('osc.logs.openFile', Uri.file(chosen.one.path));
  },
};
