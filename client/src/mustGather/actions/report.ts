/** Shows a page with the problems that were found in a must-gather. */
import * as l10n from '@vscode/l10n';
import { chooseGather } from '../open/chooseMustGather.ts';
import type { MustGatherCommand } from '../context.ts';
import { clusterRow } from '#client/commands/menuPlaces.ts';

export const report: MustGatherCommand = {
  id: 'osc.mustGather.report',
  title: 'Show Must-Gather Report...',
  icon: 'report',
  menus: [clusterRow('inline@1', 'gathered'), clusterRow('1_osc@1', 'gathered')],
  async run(tools, given) {
    const gather = await chooseGather(tools, given, l10n.t`Show Must-Gather Report`);
    if (gather !== undefined) tools.reports.show(gather, gather.state.report);
  },
};
