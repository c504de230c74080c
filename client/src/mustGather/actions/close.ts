/** Closes a must-gather. Doesn't delete its files. */
import * as l10n from '@vscode/l10n';
import { withEllipsis } from '#client/text/withEllipsis.ts';
import { sanitizeLiteral } from '#core/text/sanitize.ts';
import { describeCollectionTime } from '../tree/mustGatherTitle.ts';
import { isOpen } from '../open/chooseMustGather.ts';
import { commandSolution } from '#client/vscode/commandSolution.ts';
import { SolvableError } from '#client/vscode/solvableError.ts';
import type { MustGatherCommand } from '../context.ts';
import { showPick } from '#client/vscode/prompts/showPick.ts';
import { clusterRow } from '#client/commands/menuPlaces.ts';

export const close: MustGatherCommand = {
  id: 'osc.mustGather.close',
  title: 'Close Must-Gather...',
  palette: 'osc.mustGatherOpen',
  menus: [clusterRow('3_osc@1', 'gathered(?:Closed)?')],
  async run({ clusters: { gathered }, reports }, given) {
    const gather = gathered.find(given) ?? (await pick());
    if (gather === undefined) return;
    reports.close(gather.id);
    gathered.close(gather.name);

    async function pick() {
      const items = gathered.all.map((one) => ({
        label: one.name,
        description: isOpen(one) ? describeCollectionTime(one.state.report) : '',
        detail: sanitizeLiteral(one.path),
        one,
      }));
      if (items.length === 0)
        throw new SolvableError(
          l10n.t`No must-gather is open.`,
          commandSolution(withEllipsis(l10n.t`Open Must-Gather`), 'osc.mustGather.open'),
        );
      return (await showPick(items, { title: l10n.t`Close Must-Gather`, placeHolder: l10n.t`Select a must-gather` }))
        ?.one;
    }
  },
};

/** The same command as Close Must-Gather, on the row of a must-gather whose files were moved or deleted. */
export const remove: MustGatherCommand = {
  id: 'osc.mustGather.remove',
  title: 'Remove',
  icon: 'close',
  palette: false,
  menus: [clusterRow('inline@2', 'gatheredMissing'), clusterRow('3_osc@1', 'gatheredMissing')],
  run: close.run,
};
