import type { ExtensionCommand } from './command.ts';
import { clusterRow } from './menuPlaces.ts';

/**
 * Contacts a cluster of the kubeconfig and follows it. On a closed cluster of the tree, and in the palette, where it
 * asks which.
 */
export const openCluster: ExtensionCommand = {
  id: 'osc.cluster.open',
  title: 'Open Cluster...',
  icon: 'plug',
  needs: 'nothing',
  async run({ clusters }, given) {
    await (await clusters()).actions.open(given);
  },
};

/** The same command on the row of a cluster. */
export const openClusterRow: ExtensionCommand = {
  id: 'osc.row.open',
  title: 'Open Cluster',
  icon: 'plug',
  palette: false,
  menus: [clusterRow('inline@1', 'closed'), clusterRow('1_osc@1', 'closed')],
  needs: 'nothing',
  run: openCluster.run,
};
