/** Applies the folder in the Folder Comparison view to the cluster that it was compared with. */
import { folderTitle } from '#client/commands/menuPlaces.ts';
import type { OperationCommand } from '../context.ts';
import { applyFolderTo } from './applyFolder.ts';

export const applyComparedFolder: OperationCommand = {
  id: 'osc.folder.applyCompared',
  title: 'Apply Compared Folder...',
  icon: 'cloud-upload',
  palette: 'osc.folderCompared && !config.osc.readOnly',
  menus: [folderTitle('navigation@3', '!config.osc.readOnly')],
  async run(tools) {
    const { comparison } = tools.folderView;
    if (comparison !== undefined) await applyFolderTo(tools, comparison.folder, comparison);
  },
};
