import type { ExtensionCommand } from './command.ts';
import { clusterRow, clustersTitle } from './menuPlaces.ts';

/** Logs in to a cluster with a token or with `oc login`. The extension never asks for passwords. */
export const logIn: ExtensionCommand = {
  id: 'osc.cluster.logIn',
  title: 'Log In to Cluster...',
  icon: 'sign-in',
  palette: 'osc.loginRequired',
  menus: [clustersTitle('1_osc@1', 'osc.loginRequired')],
  needs: 'nothing',
  async run({ clusters }, given) {
    await (await clusters()).actions.logIn(given);
  },
};

/** Runs `logIn` from the menu of a cluster row. */
export const logInRow: ExtensionCommand = {
  id: 'osc.row.logIn',
  title: 'Log In',
  icon: 'sign-in',
  palette: false,
  menus: [clusterRow('inline@1', 'loggedOut'), clusterRow('1_osc@4', 'loggedOut')],
  needs: 'nothing',
  run: logIn.run,
};
