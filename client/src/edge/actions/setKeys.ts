/** Asks for the keys of an account, and keeps them in VS Code's secret storage. */
import * as l10n from '@vscode/l10n';
import { showInput } from '#client/vscode/prompts/showInput.ts';
import { keyProblem, storeKeys } from '../accountKeys.ts';
import type { EdgeCommand } from '../context.ts';

export const setKeys: EdgeCommand = {
  id: 'osc.edge.setKeys',
  title: 'Set Access Key of Edge Hosting...',
  palette: 'config.osc.edge.endpoint',
  async run({ secrets, notify }) {
    const ask = (step: number, prompt: string) =>
      showInput({
        title: l10n.t`Set Access Key of Edge Hosting (${step}/2)`,
        prompt,
        password: true,
        ignoreFocusOut: true,
        validateInput: keyProblem,
      });
    const accessKeyId = await ask(
      1,
      l10n.t`Access key ID of an account that may read and nothing else, if there is one`,
    );
    if (accessKeyId === undefined) return;
    const secretKey = await ask(
      2,
      l10n.t`Secret access key. It signs requests, and is never sent; it is kept in the secret storage of VS Code`,
    );
    if (secretKey === undefined) return;
    await storeKeys(secrets, { accessKeyId: accessKeyId.trim(), secretKey: secretKey.trim() });
    await notify.tell('info', l10n.t`The access key of edge hosting is kept in the secret storage.`);
  },
};
