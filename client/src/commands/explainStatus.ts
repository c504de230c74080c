import type { ExtensionCommand } from './command.ts';

/** Says what a status means that is selected, copied or typed. */
export const explainStatus: ExtensionCommand = {
  id: 'osc.status.explain',
  title: 'Explain Status...',
  needs: 'server',
  async run({ statuses }) {
    await (await statuses()).explain();
  },
};
