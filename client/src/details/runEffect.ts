/** Runs the effect of a button or a link on a page. */
import * as l10n from '@vscode/l10n';
import { commands } from 'vscode';
import { copyText } from '../vscode/copyText.ts';
import type { Notify } from '../vscode/notify.ts';
import type { DetailPanelParts } from './detailPanels.ts';

/**
 * Creates the function that runs commands, copies text, and shows rows.
 * @param showRow shows the page of a tree row
 */
export function runEffect(notify: Pick<Notify, 'error'>, showRow?: (id: string) => void): DetailPanelParts['run'] {
  return (effect) => {
    if (effect.kind === 'row') {
      showRow?.(effect.id);
      return;
    }
    if (effect.kind === 'copy') {
      void copyText(effect.text);
      return;
    }
    const { command, target } = effect;
    // Every command accepts the context of a cluster.
    commands
      .executeCommand(command, target.object === undefined ? target.context : target)
      .then(undefined, (error: unknown) =>
        notify.error(error instanceof Error ? error.message : l10n.t`The command failed`, error),
      );
  };
}
