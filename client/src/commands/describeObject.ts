import type { ExtensionCommand } from './command.ts';
import { clusterRow } from './menuPlaces.ts';

/** Describes an object of a cluster as `oc describe` does. Asks for the kind and the name. */
export const describeObject: ExtensionCommand = {
  id: 'osc.object.describeAny',
  title: 'Describe Object...',
  palette: 'osc.clusterOpen',
  needs: 'nothing',
  async run({ clusters }, given) {
    await (await clusters()).actions.describe(given);
  },
};

/** Describes the object of a row. */
export const describeRow: ExtensionCommand = {
  id: 'osc.object.describe',
  title: 'Describe',
  palette: false,
  menus: [clusterRow('1_osc@1', 'object')],
  needs: 'nothing',
  run: describeObject.run,
};
