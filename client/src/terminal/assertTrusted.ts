/** Prevents terminals in Restricted Mode. Menus don't offer them, but other extensions can run the commands. */
import * as l10n from '@vscode/l10n';
import { workspace } from 'vscode';

/** @throws Error if the workspace isn't trusted */
export function assertTrusted(): void {
  if (!workspace.isTrusted) throw new Error(l10n.t`Commands can't run in Restricted Mode. Trust this workspace first.`);
}
