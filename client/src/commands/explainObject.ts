import type { ExtensionCommand } from './command.ts';
import { clusterRow } from './menuPlaces.ts';

/** Opens an explanation of a tree node as a document. */
export const explainObject: ExtensionCommand = {
  id: 'osc.object.explain',
  title: 'Explain',
  palette: false,
  menus: [clusterRow('1_osc@3', '(?:explained|open)')],
  needs: 'nothing',
  async run({ clusters }, given) {
    await (await clusters()).actions.explain(given);
  },
};
