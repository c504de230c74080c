/** Restarts a workload: its controller replaces all pods, as with `oc rollout restart`. */
import * as l10n from '@vscode/l10n';
import { isRestartable, restartWorkloadProcedure } from '#core/operations/procedures/objects/restartWorkload.ts';
import { clusterRow, ifPermitted } from '#client/commands/menuPlaces.ts';
import { createClusterReader } from '#client/kubernetes/read/clusterReader.ts';
import { chooseForAction } from '../configure/chooseClusterToChange.ts';
import type { OperationCommand } from '../context.ts';
import { chooseWorkload } from '../workloads/chooseWorkload.ts';
import { findController } from '../workloads/findController.ts';

const title = () => l10n.t`Restart workload`;

export const restartWorkload: OperationCommand = {
  id: 'osc.workload.restart',
  title: 'Restart Workload...',
  palette: 'osc.clusterOpen && !config.osc.readOnly',
  menus: [clusterRow('2@2', 'restartable', ifPermitted('changeWorkload', '!config.osc.readOnly'))],
  async run(tools, given) {
    const chosen = await chooseForAction(tools, given, title(), 'changeWorkload');
    if (chosen === undefined) return;
    const { cluster, target } = chosen;
    const selected = target?.object ?? (await chooseWorkload(tools, cluster, title(), isRestartable));
    if (selected === undefined) return;
    const reader = createClusterReader(cluster.connection, new AbortController().signal);
    const { reference, uid } = await findController(
      reader,
      selected,
      isRestartable,
      (object) =>
        l10n.t`${object} can't be restarted. Only Deployments, StatefulSets, and DaemonSets can be restarted.`,
    );
    const at = new Date(tools.clock.now()).toISOString().replace(/\.\d+Z$/, 'Z');
    await tools.performAction(cluster, restartWorkloadProcedure, { target: reference, uid, at });
  },
};
