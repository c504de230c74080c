import type { ExtensionCommand } from './command.ts';
import { clusterRow } from './menuPlaces.ts';

/** What was seen of a node while the cluster was followed. */
export const showTimeline: ExtensionCommand = {
  id: 'osc.node.showTimeline',
  title: 'Show Timeline of a Node...',
  icon: 'history',
  palette: 'osc.clusterOpen',
  needs: 'nothing',
  async run({ clusters }, given) {
    await (await clusters()).actions.showTimeline(given);
  },
};

/** The same command on the row of a cluster. */
export const showTimelineRow: ExtensionCommand = {
  id: 'osc.row.showTimeline',
  title: 'Show Timeline',
  palette: false,
  menus: [clusterRow('1_osc@2', '(?:node|gatheredNode)')],
  needs: 'nothing',
  run: showTimeline.run,
};
