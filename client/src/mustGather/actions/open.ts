/**
 * Opens a must-gather. The argument can be a path, the URI of a file, or a row of the tree whose must-gather hasn't
 * been read.
 */
import * as l10n from '@vscode/l10n';
import { openAt } from '../open/openMustGather.ts';
import { pathIn, pickPath } from '../open/chooseMustGather.ts';
import type { MustGatherCommand } from '../context.ts';
import { clustersTitle } from '#client/commands/menuPlaces.ts';

export const open: MustGatherCommand = {
  id: 'osc.mustGather.open',
  title: 'Open Must-Gather...',
  icon: 'folder-opened',
  menus: [
    {
      menu: 'explorer/context',
      group: 'z_osc@1',
      when: 'resourceScheme =~ /^(?:file|vscode-remote)$/ && (explorerResourceIsFolder || resourceExtname =~ /^\\.(?:tar|tgz|gz|zip)$/)',
    },
    clustersTitle('1_osc@3'),
  ],
  async run(tools, given) {
    const at =
      tools.clusters.gathered.find(given)?.path ?? pathIn(given) ?? (await pickPath(tools, l10n.t`Open Must-Gather`));
    if (at !== undefined) await openAt(tools, at);
  },
};
