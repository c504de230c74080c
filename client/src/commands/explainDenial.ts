import type { ExtensionCommand } from './command.ts';

/** The same for the one request that an event or a log speaks of. */
export const explainDenial: ExtensionCommand = {
  id: 'osc.policy.explainDenial',
  title: 'Explain a Denial...',
  menus: [{ menu: 'editor/context', group: 'z_osc@2', when: 'osc.agentPolicy && editorTextFocus' }],
  needs: 'server',
  async run({ policy }, uri) {
    await (await policy()).explainDenial(uri);
  },
};
