import type { ExtensionCommand } from './command.ts';

/** Follows a cluster no longer. */
export const closeCluster: ExtensionCommand = {
  id: 'osc.cluster.close',
  needs: 'nothing',
  async run({ clusters }, given) {
    await (await clusters()).actions.close(given);
  },
};
