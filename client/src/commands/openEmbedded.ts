import type { ExtensionCommand } from './command.ts';

/**
 * Opens an embedded policy or initdata as a file and writes it back when the user saves it. A CodeLens runs this
 * command.
 */
export const openEmbedded: ExtensionCommand = {
  id: 'osc.packed.open',
  title: 'Open Embedded Policy or Initdata',
  palette: false,
  needs: 'server',
  async run({ policy }, uri, place) {
    await (await policy()).openPacked(uri, place);
  },
};
