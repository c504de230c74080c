import type { Command } from './command.ts';

/** Files are checked against what is known of this cluster. */
export const useForChecks: Command = {
  id: 'osc.cluster.useForChecks',
  needs: 'nothing',
  async run({ clusters }, given) {
    await (await clusters()).actions.useForChecks(given);
  },
};
