/** Groups the Kata pods of a cluster by owner, runtime class, or node. */
import * as l10n from '@vscode/l10n';
import { withEllipsis } from '#client/text/withEllipsis.ts';
import { clusterRow } from '#client/commands/menuPlaces.ts';
import type { WorkloadGrouping } from '#client/clusters/state/workloads.ts';
import { showPick } from '#client/vscode/prompts/showPick.ts';
import type { OperationCommand } from '../context.ts';

const title = () => l10n.t`Group Kata Workloads`;

export const groupWorkloads: OperationCommand = {
  id: 'osc.workload.group',
  title: 'Group Kata Workloads...',
  palette: 'osc.clusterOpen',
  menus: [clusterRow('1_osc@1', 'workloads')],
  async run({ clusters }, given) {
    const chosen = await clusters.chooseAny(given, title());
    if (chosen === undefined) return;
    const { cluster } = chosen;
    const groupings: readonly { readonly label: string; readonly grouping: WorkloadGrouping }[] = [
      { label: l10n.t`Namespace and owner`, grouping: 'owner' },
      { label: l10n.t`Runtime class`, grouping: 'runtimeClass' },
      { label: l10n.t`Node`, grouping: 'node' },
    ];
    const items = groupings.map((one) => ({
      ...one,
      ...(one.grouping === cluster.workloadGrouping ? { description: l10n.t`current` } : {}),
    }));
    const picked = await showPick(items, {
      title: withEllipsis(title()),
      placeHolder: l10n.t`Select how to group the pods`,
    });
    if (picked !== undefined) cluster.groupWorkloads?.(picked.grouping);
  },
};
