import type { ExtensionCommand } from './command.ts';
import { clusterRow } from './menuPlaces.ts';

/** Opens an object in the console of the cluster. Available only if the console address is known. */
export const revealInConsole: ExtensionCommand = {
  id: 'osc.object.revealInConsole',
  title: 'Open in Web Console',
  palette: false,
  menus: [clusterRow('1_osc@4', 'console')],
  needs: 'nothing',
  async run({ clusters }, given) {
    await (await clusters()).actions.revealInConsole(given);
  },
};
