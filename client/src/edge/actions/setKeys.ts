/** Asks for the access key of an account and stores it in the VS Code secret storage. */
import * as l10n from '@vscode/l10n';
import { showInput } from '#client/vscode/prompts/showInput.ts';
import { keyProblem, storeKeys } from '../accountKeys.ts';
import type { EdgeCommand } from '../context.ts';

export const setKeys: EdgeCommand = {
  id: 'osc.edge.setKeys',
  title: 'Set Edge Hosting Access Key...',
  palette: 'config.osc.edge.endpoint',
  async run({ secrets, notify }) {
    const ask = (step: number, prompt: string) =>
      showInput({
        title: l10n.t`Set Edge Hosting Access Key (${step}/2)`,
        prompt,
        password: true,
        ignoreFocusOut: true,
        validateInput: keyProblem,
      });
    const accessKeyId = await ask(1, l10n.t`Access key ID, preferably from a read-only account`);
    if (accessKeyId === undefined) return;
    const secretKey = await ask(
      2,
      l10n.t`Secret access key. The extension stores it in VS Code secret storage and uses it only to sign requests`,
    );
    if (secretKey === undefined) return;
    await storeKeys(secrets, { accessKeyId: accessKeyId.trim(), secretKey: secretKey.trim() });
    await notify.tell('info', l10n.t`The edge hosting access key is stored in VS Code secret storage.`);
  },
};
