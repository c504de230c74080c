/**
 * Commands that stand on rows of the tree: there they ask for no cluster, so that they have shorter titles than in the
 * palette, and are not in it.
 */
import { closeCluster } from './closeCluster.ts';
import type { ExtensionCommand } from './command.ts';
import { exportHistory } from './exportHistory.ts';
import { logIn } from './logIn.ts';
import { openCluster } from './openCluster.ts';
import { refreshClusters } from './refreshClusters.ts';
import { showTimeline } from './showTimeline.ts';
import { useForChecks } from './useForChecks.ts';

export const rowCommands: readonly ExtensionCommand[] = [
  { ...closeCluster, id: 'osc.row.close' },
  { ...exportHistory, id: 'osc.row.exportHistory' },
  { ...logIn, id: 'osc.row.logIn' },
  { ...openCluster, id: 'osc.row.open' },
  { ...refreshClusters, id: 'osc.row.refresh' },
  { ...showTimeline, id: 'osc.row.showTimeline' },
  { ...useForChecks, id: 'osc.row.useForChecks' },
];
