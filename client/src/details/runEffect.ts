/** Runs what a button or a link of a page does. */
import * as l10n from '@vscode/l10n';
import { commands } from 'vscode';
import type { Notify } from '../vscode/notify.ts';
import type { DetailPanelParts } from './detailPanels.ts';

/** @param showRow shows the page of a row of the tree */
export function runEffect(notify: Pick<Notify, 'error'>, showRow?: (id: string) => void): DetailPanelParts['run'] {
  return (effect) => {
    if (effect.kind === 'row') {
      showRow?.(effect.id);
      return;
    }
    const { command, target } = effect;
    // Every command takes the name of a cluster.
    commands
      .executeCommand(command, target.object === undefined ? target.context : target)
      .then(undefined, (error: unknown) =>
        notify.error(error instanceof Error ? error.message : l10n.t`The command failed`, error),
      );
  };
}
