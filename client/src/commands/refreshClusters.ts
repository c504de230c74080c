import type { ExtensionCommand } from './command.ts';
import { clusterRow, clustersTitle } from './menuPlaces.ts';

/** Reads the kubeconfig anew and tries now what would be tried later. On one cluster, or for all of them. */
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

/** The same command on the row of a cluster. */
export const refreshClustersRow: ExtensionCommand = {
  id: 'osc.row.refresh',
  title: 'Refresh',
  palette: false,
  menus: [clusterRow('1_osc@2', 'open')],
  needs: 'nothing',
  run: refreshClusters.run,
};
