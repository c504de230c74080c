import type { ExtensionCommand } from './command.ts';
import { clusterRow } from './menuPlaces.ts';

/** Deletes the token of a cluster from this computer. */
export const logOut: ExtensionCommand = {
  id: 'osc.cluster.logOut',
  title: 'Log Out of Cluster...',
  icon: 'sign-out',
  palette: 'osc.contexts == some',
  needs: 'nothing',
  async run({ clusters }, given) {
    await (await clusters()).actions.logOut(given);
  },
};

/** Runs `logOut` from the menu of a cluster row. */
export const logOutRow: ExtensionCommand = {
  id: 'osc.row.logOut',
  title: 'Log Out',
  palette: false,
  menus: [clusterRow('3_osc@2', 'savedToken')],
  needs: 'nothing',
  run: logOut.run,
};
