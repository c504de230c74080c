/** Takes a must-gather out of the tree; its files stay. */
import { window } from 'vscode';
import { plainly } from '../../../../core/spelledOut.ts';
import { takenWords } from '../../tree/gathered/title.ts';
import { isOpen } from '../opened/chooseGather.ts';
import type { Action } from '../tools.ts';

export const close: Action = async ({ clusters: { gathered }, reports }, given) => {
  const gather = gathered.find(given) ?? (await pick());
  if (gather === undefined) return;
  reports.close(gather.id);
  gathered.close(gather.name);

  async function pick() {
    const items = gathered.all.map((one) => ({
      label: one.name,
      description: isOpen(one) ? takenWords(one.state.report) : '',
      detail: plainly(one.path),
      one,
    }));
    if (items.length === 0) throw new Error('no must-gather is open');
    return (await window.showQuickPick(items, { title: 'Close a Must-Gather', placeHolder: 'Which one?' }))?.one;
  }
};
