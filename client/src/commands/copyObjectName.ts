import type { ExtensionCommand } from './command.ts';
import { clusterRow } from './menuPlaces.ts';

/** Copies the name of the selected object. */
export const copyObjectName: ExtensionCommand = {
  id: 'osc.object.copyName',
  title: 'Copy Name',
  palette: false,
  menus: [clusterRow('2_osc@1', 'named')],
  needs: 'nothing',
  async run({ clusters }, given) {
    await (await clusters()).actions.copyName(given);
  },
};
