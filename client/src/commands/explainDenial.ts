import type { ExtensionCommand } from './command.ts';

/** The same for the one request that an event or a log speaks of. */
export const explainDenial: ExtensionCommand = {
  id: 'osc.policy.explainDenial',
  needs: 'server',
  async run({ policy }, uri) {
    await (await policy()).explainDenial(uri);
  },
};
