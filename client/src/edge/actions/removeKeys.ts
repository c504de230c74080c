/** Deletes the access key of the account. */
import * as l10n from '@vscode/l10n';
import { removeStoredKeys } from '../accountKeys.ts';
import type { EdgeCommand } from '../context.ts';

export const removeKeys: EdgeCommand = {
  id: 'osc.edge.removeKeys',
  title: 'Remove Edge Hosting Access Key',
  palette: 'config.osc.edge.endpoint',
  async run({ secrets, notify }) {
    await removeStoredKeys(secrets);
    await notify.tell('info', l10n.t`The edge hosting access key was removed.`);
  },
};
