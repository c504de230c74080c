import type { ExtensionCommand } from './command.ts';

export const restartServer: ExtensionCommand = {
  id: 'osc.server.restart',
  title: 'Restart Language Server',
  needs: 'nothing',
  async run({ language }) {
    await language.restart();
  },
};
