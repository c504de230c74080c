/** Opens saved responses from the given file or folder. If none is given, the user selects files or a folder. */
import * as l10n from '@vscode/l10n';
import { Uri, window } from 'vscode';
import { openSaved } from '../openSavedFiles.ts';
import type { EdgeCommand } from '../context.ts';
import { showPick } from '#client/vscode/prompts/showPick.ts';
import { edgeTitle } from '#client/commands/menuPlaces.ts';

export const openFiles: EdgeCommand = {
  id: 'osc.edge.openFiles',
  title: 'Open Edge Status Files...',
  icon: 'folder-opened',
  menus: [edgeTitle('navigation@1')],
  async run(tools, given) {
    const places = given instanceof Uri ? [given] : await pick();
    if (places !== undefined) await openSaved(tools, places);
  },
};

/**
 * Lets the user select files or folders. The user chooses the type first because most system dialogs support only one
 * of them.
 */
async function pick(): Promise<readonly Uri[] | undefined> {
  const title = l10n.t`Open Edge Status Files`;
  const kind = await showPick(
    [
      {
        label: l10n.t`Files...`,
        description: l10n.t`Saved responses from ListClusters, ListEdgeNodePools, ListEdgeNodes, and ListAddons`,
        folder: false,
      },
      { label: l10n.t`Folder...`, description: l10n.t`All .json files in the folder`, folder: true },
    ],
    { title, placeHolder: l10n.t`Select the location of the saved responses` },
  );
  if (kind === undefined) return undefined;
  return window.showOpenDialog({
    title,
    openLabel: l10n.t({ message: 'Open', args: [], comment: ['A button. A verb.'] }),
    canSelectFiles: !kind.folder,
    canSelectFolders: kind.folder,
    canSelectMany: true,
    ...(kind.folder ? {} : { filters: { JSON: ['json'], [l10n.t`All files`]: ['*'] } }),
  });
}
