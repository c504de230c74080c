import type { ExtensionCommand } from './command.ts';

/** Opens what was seen of a cluster as Markdown or JSON. */
export const exportHistory: ExtensionCommand = {
  id: 'osc.cluster.exportHistory',
  needs: 'nothing',
  async run({ clusters }, given) {
    await (await clusters()).actions.exportHistory(given);
  },
};
