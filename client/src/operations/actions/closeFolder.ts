/** Closes the Folder Comparison view. */
import { folderTitle } from '#client/commands/menuPlaces.ts';
import type { OperationCommand } from '../context.ts';

export const closeFolder: OperationCommand = {
  id: 'osc.folder.close',
  title: 'Close Folder Comparison',
  icon: 'close',
  palette: 'osc.folderCompared',
  menus: [folderTitle('navigation@4')],
  run: ({ folderView }) => folderView.close(),
};
