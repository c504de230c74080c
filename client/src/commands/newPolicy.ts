import type { ExtensionCommand } from './command.ts';

/** From the palette: a new policy, from a documented one. */
export const newPolicy: ExtensionCommand = {
  id: 'osc.policy.new',
  title: 'New Agent Policy...',
  needs: 'nothing',
  async run({ policy }) {
    await (await policy()).newPolicy();
  },
};
