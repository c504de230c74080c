import type { ExtensionCommand } from './command.ts';

/** Behind the code lens over a packed policy or initdata: opens it as a file that is written back when it is saved. */
export const openEmbedded: ExtensionCommand = {
  id: 'osc.packed.open',
  title: 'Open What Is Packed Here',
  palette: false,
  needs: 'server',
  async run({ policy }, uri, place) {
    await (await policy()).openPacked(uri, place);
  },
};
