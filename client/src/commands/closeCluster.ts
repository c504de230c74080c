import type { ExtensionCommand } from './command.ts';
import { clusterRow } from './menuPlaces.ts';

/** Closes a cluster, so that the extension no longer watches it. */
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

/** Runs `closeCluster` from the menu of a cluster row. */
export const closeClusterRow: ExtensionCommand = {
  id: 'osc.row.close',
  title: 'Close Cluster',
  palette: false,
  menus: [clusterRow('3_osc@1', 'open')],
  needs: 'nothing',
  run: closeCluster.run,
};
