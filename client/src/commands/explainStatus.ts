import type { ExtensionCommand } from './command.ts';

/** Explains a status that the user selected, copied, or typed. */
export const explainStatus: ExtensionCommand = {
  id: 'osc.status.explain',
  title: 'Explain Status...',
  needs: 'server',
  async run({ statuses }) {
    await (await statuses()).explain();
  },
};
