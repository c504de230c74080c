import type { ExtensionCommand } from './command.ts';
import { clusterRow } from './menuPlaces.ts';

/** Opens the recorded history of a cluster as Markdown or JSON. */
export const exportHistory: ExtensionCommand = {
  id: 'osc.cluster.exportHistory',
  title: 'Export Cluster History...',
  palette: 'osc.clusterOpen',
  needs: 'nothing',
  async run({ clusters }, given) {
    await (await clusters()).actions.exportHistory(given);
  },
};

/** Runs `exportHistory` from the menu of a cluster row. */
export const exportHistoryRow: ExtensionCommand = {
  id: 'osc.row.exportHistory',
  title: 'Export History...',
  palette: false,
  menus: [clusterRow('2_osc@1', 'open')],
  needs: 'nothing',
  run: exportHistory.run,
};
