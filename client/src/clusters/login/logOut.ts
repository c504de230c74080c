/** Deletes the token of a cluster from this computer. */
import * as l10n from '@vscode/l10n';
import type { Notify } from '#client/vscode/notify.ts';
import { showPick } from '#client/vscode/prompts/showPick.ts';
import type { ContextInfo } from '../state/contextInfo.ts';
import type { ContextLogins } from './contextLogins.ts';

export interface LogOutParts {
  readonly logins: ContextLogins;
  readonly notify: Notify;
  readonly contexts: readonly ContextInfo[];
  /** Closes the cluster of a context. Returns false if the user cancels, because an operation is in progress. */
  readonly close: (context: string) => Promise<boolean>;
  /** Reads the kubeconfig and the saved tokens again. */
  readonly reload: () => Promise<void>;
}

/**
 * Logs out of a cluster.
 * @param name context of the row, or undefined to ask
 */
export async function logOut(parts: LogOutParts, name: string | undefined): Promise<void> {
  const { logins, notify, contexts, close, reload } = parts;
  const info = contexts.find((one) => one.name === (name ?? '')) ?? (name === undefined ? await ask(parts) : undefined);
  if (info === undefined) return;
  const isSaved = info.savedToken === true;
  const file = isSaved ? undefined : await logins.fileFor(info.name);
  if (!isSaved && file === undefined && logins.hasTokenInFile(info.name))
    throw new Error(
      l10n.t`The extension can't delete the token of ${info.name} from the kubeconfig. Run oc logout instead.`,
    );
  if (!isSaved && !logins.hasTokenInFile(info.name))
    throw new Error(l10n.t`${info.name} doesn't use a token that the extension can delete.`);
  const isConfirmed = await notify.confirm(
    l10n.t`Log out of ${info.name}?`,
    file === undefined
      ? l10n.t`The extension deletes the token from the secret storage of VS Code and closes the cluster. The token stays valid until it expires.`
      : l10n.t`The extension deletes the token from ${file} and closes the cluster. oc and kubectl can't use it either. The token stays valid until it expires.`,
    l10n.t`Log Out`,
  );
  if (!isConfirmed || !(await closeAll(contexts, info, close))) return;
  if (file === undefined) await logins.removeSecret(info.name);
  else {
    const written = await logins.saveInFile(info, '');
    if (!written.ok) throw new Error(written.error);
  }
  await reload();
}

/** Closes all clusters that use the same token. */
async function closeAll(
  contexts: readonly ContextInfo[],
  { server, user }: ContextInfo,
  close: LogOutParts['close'],
): Promise<boolean> {
  for (const one of contexts) {
    if (one.server === server && one.user === user && !(await close(one.name))) return false;
  }
  return true;
}

async function ask({ contexts, logins }: LogOutParts): Promise<ContextInfo | undefined> {
  const items = contexts
    .filter(({ name, savedToken }) => savedToken === true || logins.hasTokenInFile(name))
    .map((info) => ({
      label: info.name,
      description: info.savedToken === true ? l10n.t`Secret Storage of VS Code` : 'Kubeconfig',
      detail: info.server,
      info,
    }));
  if (items.length === 0) throw new Error(l10n.t`No cluster uses a token that the extension can delete.`);
  return (await showPick(items, { title: l10n.t`Log Out`, placeHolder: l10n.t`Select a cluster` }))?.info;
}
