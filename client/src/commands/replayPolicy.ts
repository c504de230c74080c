import type { ExtensionCommand } from './command.ts';

/** Runs recorded requests through a policy, and shows what came of each and why. */
export const replayPolicy: ExtensionCommand = {
  id: 'osc.policy.replay',
  needs: 'server',
  async run({ policy }, uri) {
    await (await policy()).replay(uri);
  },
};
