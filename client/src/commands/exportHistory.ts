import type { Command } from './command.ts';

/** Opens what was seen of a cluster as Markdown or JSON. */
export const exportHistory: Command = {
  id: 'osc.cluster.exportHistory',
  needs: 'nothing',
  async run({ clusters }, given) {
    await (await clusters()).actions.exportHistory(given);
  },
};
