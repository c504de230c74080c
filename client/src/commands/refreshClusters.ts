import type { ExtensionCommand } from './command.ts';
import { clusterRow, clustersTitle } from './menuPlaces.ts';

/** Reads the kubeconfig again and retries failed connections immediately, for one cluster or for all. */
export const refreshClusters: ExtensionCommand = {
  id: 'osc.cluster.refresh',
  title: 'Refresh Clusters',
  icon: 'refresh',
  menus: [clustersTitle('navigation@1')],
  needs: 'nothing',
  async run({ clusters }, given) {
    await (await clusters()).actions.refresh(given);
  },
};

/** Runs `refreshClusters` from the menu of a cluster row. */
export const refreshClustersRow: ExtensionCommand = {
  id: 'osc.row.refresh',
  title: 'Refresh',
  palette: false,
  menus: [clusterRow('1_osc@2', 'open')],
  needs: 'nothing',
  run: refreshClusters.run,
};
