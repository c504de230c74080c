import type { ExtensionCommand } from './command.ts';
import { clusterRow } from './menuPlaces.ts';

/** Shows the events of an object, warnings first, with the meaning of known messages. */
export const showEvents: ExtensionCommand = {
  id: 'osc.object.showEvents',
  title: 'Show Object Events...',
  icon: 'bell',
  palette: 'osc.clusterOpen',
  needs: 'nothing',
  async run({ clusters }, given) {
    await (await clusters()).actions.showEvents(given);
  },
};

/** Runs `showEvents` from the menu of a row. */
export const showEventsRow: ExtensionCommand = {
  id: 'osc.object.events',
  title: 'Show Events',
  palette: false,
  menus: [clusterRow('1_osc@2', 'events')],
  needs: 'nothing',
  run: showEvents.run,
};
