import type { Command } from './command.ts';

/** Packs a policy into the pod at the cursor. */
export const attachPolicy: Command = {
  id: 'osc.policy.attach',
  needs: 'server',
  async run({ policy }) {
    await (await policy()).attach();
  },
};
