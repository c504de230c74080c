import type { ExtensionCommand } from './command.ts';

/** What was seen of a node while the cluster was followed. */
export const showTimeline: ExtensionCommand = {
  id: 'osc.node.showTimeline',
  needs: 'nothing',
  async run({ clusters }, given) {
    await (await clusters()).actions.showTimeline(given);
  },
};
