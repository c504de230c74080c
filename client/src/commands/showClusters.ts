import { commands, extensions } from 'vscode';
import { viewIdFor } from '../tree/viewIds.ts';
import type { ExtensionCommand } from './command.ts';

/**
 * Shows the Clusters view in the view container where it appears. Available in the status bar and the Command Palette.
 */
export const showClusters: ExtensionCommand = {
  id: 'osc.clusters.show',
  title: 'Show Clusters',
  needs: 'nothing',
  async run() {
    await commands.executeCommand(`${viewIdFor(extensions)}.focus`);
  },
};
