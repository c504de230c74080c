import type { ExtensionCommand } from './command.ts';

/**
 * Asks for a documented policy to start from, and opens a copy as an untitled file. Available in the Command Palette.
 */
export const newPolicy: ExtensionCommand = {
  id: 'osc.policy.new',
  title: 'New Agent Policy...',
  needs: 'nothing',
  async run({ policy }) {
    await (await policy()).newPolicy();
  },
};
