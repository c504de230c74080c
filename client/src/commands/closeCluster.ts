import type { ExtensionCommand } from './command.ts';
import { clusterRow } from './menuPlaces.ts';

/** Follows a cluster no longer. */
export const closeCluster: ExtensionCommand = {
  id: 'osc.cluster.close',
  title: 'Close Cluster...',
  icon: 'debug-disconnect',
  palette: 'osc.clusterOpen',
  needs: 'nothing',
  async run({ clusters }, given) {
    await (await clusters()).actions.close(given);
  },
};

/** The same command on the row of a cluster. */
export const closeClusterRow: ExtensionCommand = {
  id: 'osc.row.close',
  title: 'Close Cluster',
  palette: false,
  menus: [clusterRow('3_osc@1', 'open')],
  needs: 'nothing',
  run: closeCluster.run,
};
