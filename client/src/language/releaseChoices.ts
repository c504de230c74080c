/** The releases to choose from, as lists show them. */
import * as l10n from '@vscode/l10n';
import { Uri, window, workspace } from 'vscode';
import { newestRelease, releases } from '#core/product/releases.ts';

/** The file that a command speaks of: the one in view, or else any of the first folder. */
export function fileInView(): Uri {
  return window.activeTextEditor?.document.uri ?? workspace.workspaceFolders?.[0]?.uri ?? Uri.parse('untitled:');
}

/** `` stands for the newest known. @param current the release in force now */
export function releaseChoices(current: string): { id: string; label: string; description: string; detail?: string }[] {
  const choice = (id: string, label: string) => ({ id, label, description: id === current ? l10n.t`in force now` : '' });
  return [
    { ...choice('', l10n.t`Newest known (${newestRelease.id})`), detail: l10n.t`While a cluster is open whose release is known: that one` },
    ...releases.toReversed().map(({ id }) => choice(id, `OSC ${id}`)),
  ];
}
