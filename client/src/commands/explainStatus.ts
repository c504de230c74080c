import type { Command } from './command.ts';

/** Says what a status means that is selected, copied or typed. */
export const explainStatus: Command = {
  id: 'osc.status.explain',
  needs: 'server',
  async run({ statuses }) {
    await (await statuses()).explain();
  },
};
