/** Changes the number of replicas of a workload, as with `oc scale`. */
import * as l10n from '@vscode/l10n';
import { readAutoscalers } from '#core/operations/lookups/workload/autoscalers.ts';
import { getReplicas, isScalable, scaleWorkloadProcedure } from '#core/operations/procedures/objects/scaleWorkload.ts';
import { clusterRow, ifPermitted } from '#client/commands/menuPlaces.ts';
import { createClusterReader } from '#client/kubernetes/read/clusterReader.ts';
import { showInput } from '#client/vscode/prompts/showInput.ts';
import { chooseForAction } from '../configure/chooseClusterToChange.ts';
import type { OperationCommand } from '../context.ts';
import { chooseWorkload } from '../workloads/chooseWorkload.ts';
import { findController } from '../workloads/findController.ts';

const title = () => l10n.t`Scale workload`;

/** Maximum value of `spec.replicas`, which is a 32-bit integer. */
const most = 2 ** 31 - 1;

export const scaleWorkload: OperationCommand = {
  id: 'osc.workload.scale',
  title: 'Scale Workload...',
  palette: 'osc.clusterOpen && !config.osc.readOnly',
  menus: [clusterRow('2@3', 'scalable', ifPermitted('changeWorkload', '!config.osc.readOnly'))],
  async run(tools, given) {
    const chosen = await chooseForAction(tools, given, title(), 'changeWorkload');
    if (chosen === undefined) return;
    const { cluster, target } = chosen;
    const selected = target?.object ?? (await chooseWorkload(tools, cluster, title(), isScalable));
    if (selected === undefined) return;
    const reader = createClusterReader(cluster.connection, new AbortController().signal);
    const { reference, uid, raw } = await findController(
      reader,
      selected,
      isScalable,
      (object) =>
        l10n.t`${object} can't be scaled. DaemonSets, Jobs, and pods without a controller have no number of replicas.`,
    );
    const replicas = await askReplicas(`${reference.kind} ${reference.name}`, cluster.context, getReplicas(raw));
    if (replicas === undefined) return;
    const autoscalers = await readAutoscalers(reader, reference);
    await tools.performAction(cluster, scaleWorkloadProcedure, { target: reference, uid, replicas, autoscalers });
  },
};

async function askReplicas(workload: string, context: string, current: number): Promise<number | undefined> {
  const answer = await showInput({
    title: l10n.t`${title()} on ${context}`,
    prompt: l10n.t`Enter the number of replicas of ${workload} (currently ${current})`,
    value: String(current),
    ignoreFocusOut: true,
    validateInput: (text) =>
      parseReplicas(text) === undefined ? l10n.t`Enter a whole number from 0 to ${most}.` : undefined,
  });
  return parseReplicas(answer ?? '');
}

/** Returns the number, or undefined if the text isn't a valid number of replicas. */
function parseReplicas(text: string): number | undefined {
  const number = /^\d{1,10}$/.test(text.trim()) ? Number(text) : undefined;
  return number !== undefined && number <= most ? number : undefined;
}
