import type { ExtensionCommand } from './command.ts';
import { clusterRow, clustersTitle } from './menuPlaces.ts';

/** Files are checked against what is known of this cluster. */
export const useForChecks: ExtensionCommand = {
  id: 'osc.cluster.useForChecks',
  title: 'Check Files Against a Cluster...',
  palette: 'osc.clusterOpen',
  menus: [clustersTitle('1_osc@2', 'osc.clusterOpen')],
  needs: 'nothing',
  async run({ clusters }, given) {
    await (await clusters()).actions.useForChecks(given);
  },
};

/** The same command on the row of a cluster. */
export const useForChecksRow: ExtensionCommand = {
  id: 'osc.row.useForChecks',
  title: 'Check Files Against This Cluster',
  palette: false,
  menus: [clusterRow('1_osc@3', 'open')],
  needs: 'nothing',
  run: useForChecks.run,
};
