import type { ExtensionCommand } from './command.ts';
import { clusterRow, clustersTitle } from './menuPlaces.ts';

/** Shows the line to log in with, and copies it: the extension itself asks for no passwords. */
export const logIn: ExtensionCommand = {
  id: 'osc.cluster.logIn',
  title: 'Log In to a Cluster...',
  icon: 'sign-in',
  palette: 'osc.loginRequired',
  menus: [clustersTitle('1_osc@1', 'osc.loginRequired')],
  needs: 'nothing',
  async run({ clusters }, given) {
    await (await clusters()).actions.logIn(given);
  },
};

/** The same command on the row of a cluster. */
export const logInRow: ExtensionCommand = {
  id: 'osc.row.logIn',
  title: 'Log In',
  icon: 'sign-in',
  palette: false,
  menus: [clusterRow('inline@1', 'loggedOut'), clusterRow('1_osc@4', 'loggedOut')],
  needs: 'nothing',
  run: logIn.run,
};
