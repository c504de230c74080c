/** Shows both states of an object of the compared folder in the diff editor. */
import { folderRow } from '#client/commands/menuPlaces.ts';
import type { OperationCommand } from '../context.ts';
import { showObjectCommand } from '../folder/folderRows.ts';

export const showComparedObject: OperationCommand = {
  id: showObjectCommand,
  title: 'Compare Object with Cluster',
  icon: 'diff',
  palette: false,
  menus: [folderRow('inline@1', 'comparedObject'), folderRow('1_osc@1', 'comparedObject')],
  run: (tools, given) => tools.folderView.showObject(given),
};
