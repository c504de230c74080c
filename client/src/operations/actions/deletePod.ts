/** Deletes a pod. */
import * as l10n from '@vscode/l10n';
import { deletePodProcedure } from '#core/operations/procedures/objects/deletePod.ts';
import { readPodDeletion } from '#core/operations/lookups/workload/podDeletion.ts';
import { clusterRow, ifPermitted } from '#client/commands/menuPlaces.ts';
import { createClusterReader } from '#client/kubernetes/read/clusterReader.ts';
import { askPod } from '#client/logs/podLogs/askPod.ts';
import { chooseForAction } from '../configure/chooseClusterToChange.ts';
import type { OperationCommand } from '../context.ts';
import { requireRead } from '../workloads/findController.ts';

const title = () => l10n.t`Delete pod`;

export const deletePod: OperationCommand = {
  id: 'osc.pod.delete',
  title: 'Delete Pod...',
  palette: 'osc.clusterOpen && !config.osc.readOnly',
  menus: [clusterRow('2@1', 'pod', ifPermitted('deletePod', '!config.osc.readOnly'))],
  async run(tools, given) {
    const chosen = await chooseForAction(tools, given, title(), 'deletePod');
    if (chosen === undefined) return;
    const { cluster, target } = chosen;
    const pod = target?.object?.kind === 'Pod' ? target.object : await askPod(tools.notify, cluster, title());
    if (pod === undefined) return;
    const reader = createClusterReader(cluster.connection, new AbortController().signal);
    const deletion = requireRead(pod, await readPodDeletion(reader, pod));
    await tools.performAction(cluster, deletePodProcedure, { pod: deletion });
  },
};
