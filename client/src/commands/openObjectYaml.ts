import type { ExtensionCommand } from './command.ts';
import { clusterRow } from './menuPlaces.ts';

/** Opens an object as a read-only YAML document that updates with the object. */
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
