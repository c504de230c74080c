import type { ExtensionCommand } from './command.ts';

/** Opens the walkthrough that package.json contributes. Available in the Command Palette and in empty views. */
export const openTour: ExtensionCommand = {
  id: 'osc.tour.open',
  title: 'Take the Tour',
  needs: 'nothing',
  async run({ tour }) {
    await tour.open();
  },
};
