import type { Command } from './command.ts';

export const restartServer: Command = {
  id: 'osc.server.restart',
  needs: 'nothing',
  async run({ language }) {
    await language.restart();
  },
};
