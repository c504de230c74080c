import type { ExtensionCommand } from './command.ts';

/** Opens an object in the console of the cluster. Offered only where the console's address is known. */
export const revealInConsole: ExtensionCommand = {
  id: 'osc.object.revealInConsole',
  needs: 'nothing',
  async run({ clusters }, given) {
    await (await clusters()).actions.revealInConsole(given);
  },
};
