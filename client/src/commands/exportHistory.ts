import type { ExtensionCommand } from './command.ts';
import { clusterRow } from './menuPlaces.ts';

/** Opens what was seen of a cluster as Markdown or JSON. */
export const exportHistory: ExtensionCommand = {
  id: 'osc.cluster.exportHistory',
  title: 'Export What Was Seen of a Cluster...',
  palette: 'osc.clusterOpen',
  needs: 'nothing',
  async run({ clusters }, given) {
    await (await clusters()).actions.exportHistory(given);
  },
};

/** The same command on the row of a cluster. */
export const exportHistoryRow: ExtensionCommand = {
  id: 'osc.row.exportHistory',
  title: 'Export What Was Seen...',
  palette: false,
  menus: [clusterRow('2_osc@1', 'open')],
  needs: 'nothing',
  run: exportHistory.run,
};
