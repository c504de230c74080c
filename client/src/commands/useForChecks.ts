import type { ExtensionCommand } from './command.ts';

/** Files are checked against what is known of this cluster. */
export const useForChecks: ExtensionCommand = {
  id: 'osc.cluster.useForChecks',
  needs: 'nothing',
  async run({ clusters }, given) {
    await (await clusters()).actions.useForChecks(given);
  },
};
