/** Forgets the keys of the account. */
import { removeStoredKeys } from '../keys.ts';
import type { Action } from '../tools.ts';

export const removeKeys: Action = async ({ secrets, notify }) => {
  await removeStoredKeys(secrets);
  await notify.tell('info', 'No access key of edge hosting is kept any more.');
};
