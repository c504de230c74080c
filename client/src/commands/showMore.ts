import type { Command } from './command.ts';

/** The next page of a long group. */
export const showMore: Command = {
  id: 'osc.tree.showMore',
  needs: 'nothing',
  async run({ clusters }, given) {
    await (await clusters()).actions.showMore(given);
  },
};
