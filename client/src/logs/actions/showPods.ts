/** Shows the logs of pods: of a pod, a workload, a namespace, or a component. Makes no changes. */
import * as l10n from '@vscode/l10n';
import { objectTarget } from '#core/logs/pods/podLogTarget.ts';
import { clusterRow } from '#client/commands/menuPlaces.ts';
import { askTarget } from '../podLogs/askTarget.ts';
import { withOwner } from '../podLogs/withOwner.ts';
import { showPodLogs } from '../podLogs/showPodLogs.ts';
import type { LogsCommand } from '../context.ts';

const title = () => l10n.t`Show Pod Logs`;

export const showPods: LogsCommand = {
  id: 'osc.logs.showPods',
  title: 'Show Pod Logs...',
  icon: 'output',
  palette: 'osc.clusterOpen',
  menus: [clusterRow('1_osc@1', '(?:pod|pods|node)')],
  async run(tools, given) {
    const chosen = await tools.clusters.choose(given, title());
    if (chosen === undefined) return;
    const { cluster, target: selected } = chosen;
    const object = selected?.object;
    const node = object?.kind === 'Node' ? object.name : undefined;
    const named = object === undefined ? undefined : objectTarget(object);
    const target =
      named === undefined
        ? await askTarget(tools.notify, cluster, title(), node)
        : await withOwner(cluster, named, title());
    if (target !== undefined) await showPodLogs(tools, cluster, target, title());
  },
};
