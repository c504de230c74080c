/** Opens a shell on a node with `oc debug`. */
import * as l10n from '@vscode/l10n';
import { clusterRow, ifPermitted } from '#client/commands/menuPlaces.ts';
import { askNode } from '#client/logs/nodeLog/askNode.ts';
import { assertTrusted } from '../assertTrusted.ts';
import type { TerminalCommand } from '../context.ts';
import { openNodeShell } from '../nodeShell/openNodeShell.ts';

const title = () => l10n.t`Open Node Debug Shell`;

export const openNodeDebugShell: TerminalCommand = {
  id: 'osc.terminal.nodeShell',
  title: 'Open Node Debug Shell...',
  icon: 'terminal',
  palette: 'osc.clusterOpen && isWorkspaceTrusted && !config.osc.readOnly',
  menus: [clusterRow('1_osc@5', 'node', ifPermitted('openNodeShell', 'isWorkspaceTrusted && !config.osc.readOnly'))],
  async run(tools, given) {
    assertTrusted();
    const chosen = await tools.clusters.choose(given, title());
    if (chosen === undefined) return;
    const { cluster, target } = chosen;
    const node = target?.object?.kind === 'Node' ? target.object.name : await askNode(cluster, title());
    if (node !== undefined) await openNodeShell(tools, cluster, node);
  },
};
