import type { ExtensionCommand } from './command.ts';
import { clusterRow, clustersTitle } from './menuPlaces.ts';

/** Checks files against the known data of a cluster. */
export const useForChecks: ExtensionCommand = {
  id: 'osc.cluster.useForChecks',
  title: 'Validate Files Against Cluster...',
  palette: 'osc.clusterOpen',
  menus: [clustersTitle('1_osc@2', 'osc.clusterOpen')],
  needs: 'nothing',
  async run({ clusters }, given) {
    await (await clusters()).actions.useForChecks(given);
  },
};

/** Runs `useForChecks` from the menu of a cluster row. */
export const useForChecksRow: ExtensionCommand = {
  id: 'osc.row.useForChecks',
  title: 'Validate Files Against This Cluster',
  palette: false,
  menus: [clusterRow('1_osc@3', 'open')],
  needs: 'nothing',
  run: useForChecks.run,
};
