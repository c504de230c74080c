/** Takes a must-gather out of the tree; its files stay. */
import * as l10n from '@vscode/l10n';
import { plainly } from '#core/spelledOut.ts';
import { takenWords } from '#client/tree/gathered/title.ts';
import { isOpen } from '../opened/chooseGather.ts';
import { commandSolution } from '#client/commandSolution.ts';
import { SolvableError } from '#client/solvable.ts';
import type { Action } from '../tools.ts';
import { showPick } from '#client/showPick.ts';

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
    if (items.length === 0) throw new SolvableError(l10n.t`No must-gather is open.`, commandSolution(l10n.t`Open a Must-Gather...`, 'osc.mustGather.open'));
    return (await showPick(items, { title: l10n.t`Close a Must-Gather`, placeHolder: l10n.t`Which one?` }))?.one;
  }
};
