import type { ExtensionCommand } from './command.ts';

/** Opens a file with mistakes, so that the user can see findings and fix them. The walkthrough runs this command. */
export const openExample: ExtensionCommand = {
  id: 'osc.example.open',
  title: 'Open Example with Problems',
  needs: 'nothing',
  async run({ tour }) {
    await (await import('../help/helpCommands.ts')).openExample();
    tour.markDone('mistakes');
  },
};
