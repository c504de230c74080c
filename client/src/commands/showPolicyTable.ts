import type { ExtensionCommand } from './command.ts';

/**
 * What a policy makes of every request of the agent, beside its text. Behind a code lens, in the title of the editor,
 * and in the palette.
 */
export const showPolicyTable: ExtensionCommand = {
  id: 'osc.policy.showTable',
  title: 'Show What the Policy Allows',
  icon: 'table',
  menus: [
    {
      menu: 'editor/title',
      group: 'navigation@50',
      when: 'osc.agentPolicy && !isInDiffEditor && resourceLangId =~ /^(rego|toml)$/',
    },
  ],
  needs: 'server',
  async run({ policy, tour }, uri) {
    if (await (await policy()).showTable(uri)) tour.markDone('policy');
  },
};
