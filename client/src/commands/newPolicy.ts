import type { ExtensionCommand } from './command.ts';

/** Creates a policy from a documented one. Available in the Command Palette. */
export const newPolicy: ExtensionCommand = {
  id: 'osc.policy.new',
  title: 'New Agent Policy...',
  needs: 'nothing',
  async run({ policy }) {
    await (await policy()).newPolicy();
  },
};
