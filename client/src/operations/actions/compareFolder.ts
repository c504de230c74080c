/** Compares the objects of a folder or a kustomization with a cluster. Changes nothing. */
import path from 'node:path';
import * as l10n from '@vscode/l10n';
import { formatCount } from '#core/text/counts.ts';
import { chooseFolder, compareFolderWithCluster } from '../folder/folderComparison.ts';
import type { OperationCommand } from '../context.ts';

export const compareFolder: OperationCommand = {
  id: 'osc.folder.compare',
  title: 'Compare Folder with Cluster...',
  palette: 'osc.clusterOpen',
  menus: [
    {
      menu: 'explorer/context',
      group: 'z_osc@4',
      when: 'resourceScheme =~ /^(?:file|vscode-remote)$/ && explorerResourceIsFolder && osc.clusterOpen',
    },
  ],
  async run(tools, given) {
    const folder = await chooseFolder(given);
    if (folder === undefined) return;
    const title = l10n.t`Compare ${path.basename(folder)}`;
    const comparison = await compareFolderWithCluster(tools, folder, title);
    if (comparison === undefined) return;
    const { objects, cluster, name, unread } = comparison;
    await tools.folderView.show(comparison);
    if (unread.length > 0 || objects.some(({ verdict }) => verdict !== 'same')) return;
    const count = formatCount(objects.length, 'object');
    await tools.notify.tell('info', l10n.t('No differences between {2} ({1}) and {0}.', cluster.context, count, name));
  },
};
