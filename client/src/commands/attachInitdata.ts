import type { ExtensionCommand } from './command.ts';

/** Attaches initdata to the pod at the cursor or of a CodeLens, or the open initdata to a pod of a manifest. */
export const attachInitdata: ExtensionCommand = {
  id: 'osc.initdata.attach',
  title: 'Attach Initdata to Pod...',
  palette: 'editorLangId == yaml || osc.agentPolicy && editorLangId == toml',
  needs: 'server',
  async run({ policy }, uri, position) {
    await (await policy()).attachInitdata(uri, position);
  },
};
