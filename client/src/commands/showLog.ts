import type { ExtensionCommand } from './command.ts';

export const showLog: ExtensionCommand = {
  id: 'osc.log.show',
  title: 'Show Log',
  needs: 'nothing',
  async run({ log }) {
    log.show();
  },
};
