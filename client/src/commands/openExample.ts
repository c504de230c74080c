import type { Command } from './command.ts';

/** From the tour: a file with mistakes, to see them found and to mend them. */
export const openExample: Command = {
  id: 'osc.example.open',
  needs: 'nothing',
  async run({ tour }) {
    await (await import('../help/helpCommands.ts')).openExample();
    tour.markDone('mistakes');
  },
};
