/**
 * Removes what must-gathers of ours left on a cluster: oc that was killed cleans up nothing, and its binding gives all
 * rights.
 */
import * as l10n from '@vscode/l10n';
import { listOrphanedRuns, cleanUpCluster } from '../collect/leftovers/cleanUpCluster.ts';
import type { MustGatherCommand } from '../context.ts';

const title = () => l10n.t`Remove What a Must-Gather Left Behind`;

export const sweep: MustGatherCommand = {
  id: 'osc.mustGather.sweep',
  title: 'Remove What a Must-Gather Left Behind...',
  palette: 'osc.clusterOpen',
  async run(tools, given) {
    const made = await listOrphanedRuns(tools);
    if (made.length === 0) {
      await tools.notify.tell(
        'info',
        l10n.t`No must-gather that this program collected is known to have left anything behind.`,
      );
      return;
    }
    const chosen = await tools.clusters.chooseAny(given, title());
    if (chosen === undefined) return;
    const { context, server } = chosen.cluster;
    const here = made.filter((one) => one.context === context && one.server === server);
    if (here.length === 0) {
      const others = [...new Set(made.map((one) => one.context))].join(', ');
      await tools.notify.tell(
        'info',
        l10n.t`No must-gather of ${context} is known to have left anything. One of ${others} may have: open that cluster, and run this again.`,
      );
      return;
    }
    if ((await cleanUpCluster(tools, chosen.cluster, here)) === 'nothing') {
      await tools.notify.tell('info', l10n.t`What must-gathers made on ${context} is gone.`);
    }
  },
};
