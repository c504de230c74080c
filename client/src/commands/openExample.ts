import type { ExtensionCommand } from './command.ts';

/** From the tour: a file with mistakes, to see them found and to mend them. */
export const openExample: ExtensionCommand = {
  id: 'osc.example.open',
  title: 'Open an Example with Mistakes',
  needs: 'nothing',
  async run({ tour }) {
    await (await import('../help/helpCommands.ts')).openExample();
    tour.markDone('mistakes');
  },
};
