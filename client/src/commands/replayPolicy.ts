import type { ExtensionCommand } from './command.ts';

/** Runs recorded requests through a policy, and shows what came of each and why. */
export const replayPolicy: ExtensionCommand = {
  id: 'osc.policy.replay',
  title: 'Replay Requests Through a Policy...',
  icon: 'debug-restart',
  menus: [{ menu: 'editor/context', group: 'z_osc@1', when: 'osc.agentPolicy && editorTextFocus' }],
  needs: 'server',
  async run({ policy }, uri) {
    await (await policy()).replay(uri);
  },
};
