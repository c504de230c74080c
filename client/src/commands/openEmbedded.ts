import type { Command } from './command.ts';

/** Behind the code lens over a packed policy or initdata: opens it as a file that is written back when it is saved. */
export const openEmbedded: Command = {
  id: 'osc.packed.open',
  needs: 'server',
  async run({ policy }, uri, place) {
    await (await policy()).openPacked(uri, place);
  },
};
