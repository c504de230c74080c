import type { ExtensionCommand } from './command.ts';

/** Embeds a policy in the pod at the cursor, or at the position of the CodeLens that runs this command. */
export const attachPolicy: ExtensionCommand = {
  id: 'osc.policy.attach',
  title: 'Attach Policy to Pod...',
  palette: 'editorLangId == yaml',
  needs: 'server',
  async run({ policy }, uri, position) {
    await (await policy()).attach(uri, position);
  },
};
