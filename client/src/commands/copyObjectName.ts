import type { ExtensionCommand } from './command.ts';

/** Copies the name of what is selected. */
export const copyObjectName: ExtensionCommand = {
  id: 'osc.object.copyName',
  needs: 'nothing',
  async run({ clusters }, given) {
    await (await clusters()).actions.copyName(given);
  },
};
