import type { Command } from './command.ts';

/** From the palette: a new policy, from a documented one. */
export const newPolicy: Command = {
  id: 'osc.policy.new',
  needs: 'nothing',
  async run({ policy }) {
    await (await policy()).newPolicy();
  },
};
