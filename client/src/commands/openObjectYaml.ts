import type { ExtensionCommand } from './command.ts';
import { clusterRow } from './menuPlaces.ts';

/** Opens an object as read-only YAML that follows its changes. */
export const openObjectYaml: ExtensionCommand = {
  id: 'osc.object.openYaml',
  title: 'Open as YAML',
  icon: 'go-to-file',
  palette: false,
  menus: [clusterRow('inline@1', 'object'), clusterRow('1_osc@1', 'object')],
  needs: 'nothing',
  async run({ clusters }, given) {
    await (await clusters()).actions.openYaml(given);
  },
};
