import type { ExtensionCommand } from './command.ts';

/** Opens the walkthrough that package.json contributes: from the palette, and from views without content. */
export const openTour: ExtensionCommand = {
  id: 'osc.tour.open',
  title: 'Take the Tour',
  needs: 'nothing',
  async run({ tour }) {
    await tour.open();
  },
};
