import { Uri, window, workspace } from 'vscode';
import { newestRelease, releases } from '../../../core/releases.ts';
import type { Command } from './command.ts';

/** Asks which OSC release files are checked for, and keeps it where it belongs. */
export const selectRelease: Command = {
  id: 'osc.release.select',
  needs: 'nothing',
  async run({ settings }) {
    const file = window.activeTextEditor?.document.uri ?? workspace.workspaceFolders?.[0]?.uri ?? Uri.parse('untitled:');
    const current = settings.release(file);
    const picked = (id: string) => (id === current ? 'in force now' : '');
    const items = [
      { id: '', label: `Newest known (${newestRelease.id})`, description: picked('') },
      ...releases.toReversed().map(({ id }) => ({ id, label: `OSC ${id}`, description: picked(id) })),
    ];
    const folder = workspace.getWorkspaceFolder(file);
    const placeHolder = folder === undefined ? 'The release to check files for' : `The release to check the files of ${folder.name} for`;
    const chosen = await window.showQuickPick(items, { title: 'Select the Release to Check For', placeHolder });
    if (chosen !== undefined) await settings.setRelease(file, chosen.id);
  },
};
