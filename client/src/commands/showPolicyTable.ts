import type { ExtensionCommand } from './command.ts';

/**
 * What a policy makes of every request of the agent, beside its text. Behind a code lens, in the title of the editor,
 * and in the palette.
 */
export const showPolicyTable: ExtensionCommand = {
  id: 'osc.policy.showTable',
  needs: 'server',
  async run({ policy, tour }, uri) {
    if (await (await policy()).showTable(uri)) tour.markDone('policy');
  },
};
