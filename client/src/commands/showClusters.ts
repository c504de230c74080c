import { commands, extensions } from 'vscode';
import { viewIdFor } from '../tree/viewIds.ts';
import type { ExtensionCommand } from './command.ts';

/** Shows the tree of clusters, wherever it stands. Behind the status bar, and in the palette. */
export const showClusters: ExtensionCommand = {
  id: 'osc.clusters.show',
  title: 'Show Clusters',
  needs: 'nothing',
  async run() {
    await commands.executeCommand(`${viewIdFor(extensions)}.focus`);
  },
};
