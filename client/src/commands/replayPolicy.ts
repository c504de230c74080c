import type { ExtensionCommand } from './command.ts';

/** Evaluates recorded requests with a policy and shows each decision and its reason. */
export const replayPolicy: ExtensionCommand = {
  id: 'osc.policy.replay',
  title: 'Replay Recorded Requests...',
  icon: 'debug-restart',
  menus: [{ menu: 'editor/context', group: 'z_osc@1', when: 'osc.agentPolicy && editorTextFocus' }],
  needs: 'server',
  async run({ policy }, uri) {
    await (await policy()).replay(uri);
  },
};
