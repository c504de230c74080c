/** Forgets the keys of the account. */
import * as l10n from '@vscode/l10n';
import { removeStoredKeys } from '../accountKeys.ts';
import type { EdgeActionHandler } from '../context.ts';

export const removeKeys: EdgeActionHandler = async ({ secrets, notify }) => {
  await removeStoredKeys(secrets);
  await notify.tell('info', l10n.t`No access key of edge hosting is kept any more.`);
};
