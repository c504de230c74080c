import type { Command } from './command.ts';

export const showLog: Command = {
  id: 'osc.log.show',
  needs: 'nothing',
  async run({ log }) {
    log.show();
  },
};
