/** Opens saved answers: the file or folder that was given, else the user chooses. */
import { Uri, window } from 'vscode';
import { openSaved } from '../openSaved.ts';
import type { Action } from '../tools.ts';

export const openFiles: Action = async (tools, given) => {
  const places = given instanceof Uri ? [given] : await pick();
  if (places !== undefined) await openSaved(tools, places);
};

/** Dialogs of most systems choose either files or folders. */
async function pick(): Promise<readonly Uri[] | undefined> {
  const title = 'Open Edge Status Files';
  const kind = await window.showQuickPick(
    [
      { label: 'Files...', description: 'saved answers of ListClusters, ListEdgeNodePools, ListEdgeNodes, ListAddons', folder: false },
      { label: 'Folder...', description: 'all .json files in it', folder: true },
    ],
    { title, placeHolder: 'Where are the answers?' },
  );
  if (kind === undefined) return undefined;
  return window.showOpenDialog({
    title,
    openLabel: 'Open',
    canSelectFiles: !kind.folder,
    canSelectFolders: kind.folder,
    canSelectMany: true,
    ...(kind.folder ? {} : { filters: { JSON: ['json'], 'All files': ['*'] } }),
  });
}
