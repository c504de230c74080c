import type { ExtensionCommand } from './command.ts';

/** Shows the next page of a long group. */
export const showMore: ExtensionCommand = {
  id: 'osc.tree.showMore',
  title: 'Show More',
  palette: false,
  needs: 'nothing',
  async run({ clusters }, given) {
    await (await clusters()).actions.showMore(given);
  },
};
