import type { ExtensionCommand } from './command.ts';

/** Explains the policy decision for one denied request from an event or a log. */
export const explainDenial: ExtensionCommand = {
  id: 'osc.policy.explainDenial',
  title: 'Explain Policy Denial...',
  menus: [{ menu: 'editor/context', group: 'z_osc@2', when: 'osc.agentPolicy && editorTextFocus' }],
  needs: 'server',
  async run({ policy }, uri) {
    await (await policy()).explainDenial(uri);
  },
};
