import type { ExtensionCommand } from './command.ts';
import { clusterRow } from './menuPlaces.ts';

/** Shows the changes of a node that were recorded while the cluster was watched. */
export const showTimeline: ExtensionCommand = {
  id: 'osc.node.showTimeline',
  title: 'Show Node Timeline...',
  icon: 'history',
  palette: 'osc.clusterOpen',
  needs: 'nothing',
  async run({ clusters }, given) {
    await (await clusters()).actions.showTimeline(given);
  },
};

/** Runs `showTimeline` from the menu of a row. */
export const showTimelineRow: ExtensionCommand = {
  id: 'osc.row.showTimeline',
  title: 'Show Timeline',
  palette: false,
  menus: [clusterRow('1_osc@2', '(?:node|gatheredNode)')],
  needs: 'nothing',
  run: showTimeline.run,
};
