/**
 * Deletes leftovers of this extension's must-gathers from a cluster. If oc is killed, it doesn't clean up, and a role
 * binding that grants all permissions remains.
 */
import * as l10n from '@vscode/l10n';
import { listOrphanedRuns, cleanUpCluster } from '../collect/leftovers/cleanUpCluster.ts';
import type { MustGatherCommand } from '../context.ts';

const title = () => l10n.t`Clean Up Must-Gather Leftovers`;

export const cleanUpLeftovers: MustGatherCommand = {
  id: 'osc.mustGather.sweep',
  title: 'Clean Up Must-Gather Leftovers...',
  palette: 'osc.clusterOpen',
  async run(tools, given) {
    const made = await listOrphanedRuns(tools);
    if (made.length === 0) {
      await tools.notify.tell('info', l10n.t`No known leftovers from must-gathers collected by this extension.`);
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
        l10n.t`No known must-gather leftovers on ${context}. Other clusters that might have leftovers: ${others}. To clean up a cluster, open it, then run this command again.`,
      );
      return;
    }
    if ((await cleanUpCluster(tools, chosen.cluster, here)) === 'nothing') {
      await tools.notify.tell('info', l10n.t`No must-gather leftovers remain on ${context}.`);
    }
  },
};
