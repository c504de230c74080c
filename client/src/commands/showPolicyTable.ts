import type { ExtensionCommand } from './command.ts';

/**
 * Shows the policy decision for each agent request next to the policy. Available in a CodeLens, the editor title, and
 * the Command Palette.
 */
export const showPolicyTable: ExtensionCommand = {
  id: 'osc.policy.showTable',
  title: 'Show Policy Decisions',
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
