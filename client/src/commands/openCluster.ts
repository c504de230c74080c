import type { ExtensionCommand } from './command.ts';
import { clusterRow } from './menuPlaces.ts';

/**
 * Connects to a cluster from the kubeconfig and watches it. Available in the Command Palette, where it asks for the
 * cluster.
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

/** Runs `openCluster` from the menu of a cluster row. */
export const openClusterRow: ExtensionCommand = {
  id: 'osc.row.open',
  title: 'Open Cluster',
  icon: 'plug',
  palette: false,
  menus: [clusterRow('inline@1', 'closed'), clusterRow('1_osc@1', 'closed')],
  needs: 'nothing',
  run: openCluster.run,
};
