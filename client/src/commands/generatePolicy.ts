import type { ExtensionCommand } from './command.ts';

/** Generates a policy from the workload at the cursor. */
export const generatePolicy: ExtensionCommand = {
  id: 'osc.policy.generate',
  title: 'Generate Policy from Workload...',
  palette: 'editorLangId == yaml || editorLangId == json',
  needs: 'server',
  async run({ policy }) {
    await (await policy()).generate();
  },
};
