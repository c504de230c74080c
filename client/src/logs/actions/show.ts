/** Shows the journal of a node or a part of it. Asks which part, which time range, and how to read it. */
import * as l10n from '@vscode/l10n';
import { askNode } from '../nodeLog/askNode.ts';
import { logPresets } from '#core/logs/logPresets.ts';
import { showNodeLog } from '../nodeLog/showNodeLog.ts';
import { askSteps } from '#client/vscode/prompts/askSteps.ts';
import type { LogsCommand } from '../context.ts';
import { clusterRow, ifPermitted } from '#client/commands/menuPlaces.ts';

const title = () => l10n.t`Show Node Logs`;

export const show: LogsCommand = {
  id: 'osc.logs.show',
  title: 'Show Node Logs...',
  icon: 'output',
  palette: 'osc.clusterOpen',
  menus: [clusterRow('1_osc@4', 'node', ifPermitted('showNodeLogs'))],
  async run(tools, given) {
    const chosen = await tools.clusters.choose(given, title());
    if (chosen === undefined) return;
    const { cluster, target } = chosen;
    const node = target?.object?.kind === 'Node' ? target.object.name : await askNode(cluster, title());
    if (node === undefined) return;
    const answers = await askSteps<string>(title(), ([preset]) =>
      preset === undefined
        ? {
            placeHolder: l10n.t`Select the part of the ${node} journal to show`,
            items: logPresets.map(({ id, title: label, needs }) => ({
              label: label(),
              value: id,
              ...(needs === undefined ? {} : { detail: needs.text() }),
            })),
          }
        : undefined,
    );
    const preset = logPresets.find(({ id }) => id === answers?.[0]);
    if (preset !== undefined) await showNodeLog(tools, cluster, { title: title(), node, preset });
  },
};
