/** Shows the differences of all objects of the compared folder in one editor. */
import * as l10n from '@vscode/l10n';
import { formatCount } from '#core/text/counts.ts';
import { folderTitle } from '#client/commands/menuPlaces.ts';
import type { OperationCommand } from '../context.ts';

export const showFolderDifferences: OperationCommand = {
  id: 'osc.folder.showDifferences',
  title: 'Show All Folder Differences',
  icon: 'diff-multiple',
  palette: 'osc.folderCompared',
  menus: [folderTitle('navigation@1')],
  async run({ folderView, notify }) {
    const omitted = await folderView.showDifferences();
    if (omitted > 0)
      await notify.tell(
        'info',
        l10n.t`The differences are too many for one editor. Not shown: ${formatCount(omitted, 'object')}.`,
      );
  },
};
