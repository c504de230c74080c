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
    const { shown, all } = await folderView.showDifferences();
    if (shown < all)
      await notify.tell(
        'info',
        l10n.t`The editor shows the differences of the first ${shown} of ${formatCount(all, 'object')}. To see the others, select them in the Folder Comparison view.`,
      );
  },
};
