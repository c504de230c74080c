/** Opens a must-gather of the tree from its new location after its files were moved. */
import * as l10n from '@vscode/l10n';
import { askPath } from '../open/chooseMustGather.ts';
import { openAt } from '../open/openMustGather.ts';
import type { MustGatherCommand } from '../context.ts';
import { clusterRow } from '#client/commands/menuPlaces.ts';

export const locate: MustGatherCommand = {
  id: 'osc.mustGather.locate',
  title: 'Locate Must-Gather...',
  icon: 'folder-opened',
  palette: false,
  menus: [clusterRow('inline@1', 'gatheredMissing'), clusterRow('1_osc@1', 'gatheredMissing')],
  async run(tools, given) {
    const { gathered } = tools.clusters;
    const gather = gathered.find(given);
    if (gather === undefined) return;
    // A folder has no size.
    const at = await askPath(tools, l10n.t`Locate Must-Gather`, gather.stamp.size === 0);
    if (at === undefined) return;
    // If the new location can't be read, the existing row still shows the old one.
    if ((await openAt(tools, at)) !== undefined && at !== gather.path) gathered.close(gather.name);
  },
};
