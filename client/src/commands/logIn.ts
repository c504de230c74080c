import type { ExtensionCommand } from './command.ts';

/** Shows the line to log in with, and copies it: the extension itself asks for no passwords. */
export const logIn: ExtensionCommand = {
  id: 'osc.cluster.logIn',
  needs: 'nothing',
  async run({ clusters }, given) {
    await (await clusters()).actions.logIn(given);
  },
};
