/** Compares the folder in the Folder Comparison view again. */
import * as l10n from '@vscode/l10n';
import { folderTitle } from '#client/commands/menuPlaces.ts';
import type { OperationCommand } from '../context.ts';
import { compareFolderWithCluster } from '../folder/folderComparison.ts';

export const refreshFolder: OperationCommand = {
  id: 'osc.folder.refresh',
  title: 'Refresh Folder Comparison',
  icon: 'refresh',
  palette: 'osc.folderCompared',
  menus: [folderTitle('navigation@2')],
  async run(tools) {
    const { comparison } = tools.folderView;
    if (comparison === undefined) return;
    const { folder, name } = comparison;
    const title = l10n.t`Compare ${name}`;
    const next = await compareFolderWithCluster(tools, folder, title, comparison);
    if (next !== undefined) await tools.folderView.show(next);
  },
};
