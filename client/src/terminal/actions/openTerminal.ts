/** Opens a terminal in a container, after it shows whether the policy of the pod allows that. */
import * as l10n from '@vscode/l10n';
import type { NamedKind } from '#core/oc/objectArgument.ts';
import { clusterRow, ifPermitted } from '#client/commands/menuPlaces.ts';
import { askPod } from '#client/logs/podLogs/askPod.ts';
import { readOnlyStartMessage } from '#client/operations/engine/run/planRejection.ts';
import { pickNamedObject, type ObjectLister } from '#client/clusters/documents/pickAnyObject.ts';
import { namespaceOf } from '#client/clusters/state/namespaceScope.ts';
import type { OpenCluster } from '#client/clusters/state/openCluster.ts';
import { podKind } from '#client/kubernetes/read/readableKinds.ts';
import { assertTrusted } from '../assertTrusted.ts';
import { askContainer } from '../askContainer.ts';
import type { TerminalCommand } from '../context.ts';
import { openContainerTerminal } from '../openContainerTerminal.ts';

const title = () => l10n.t`Open Terminal in Container`;

export const openTerminal: TerminalCommand = {
  id: 'osc.terminal.open',
  title: 'Open Terminal in Container...',
  icon: 'terminal',
  palette: 'osc.clusterOpen && isWorkspaceTrusted && !config.osc.readOnly',
  menus: [clusterRow('1_osc@3', 'pod', ifPermitted('openTerminal', 'isWorkspaceTrusted && !config.osc.readOnly'))],
  async run(tools, given) {
    assertTrusted();
    if (tools.settings.readOnly()) throw new Error(readOnlyStartMessage());
    const chosen = await tools.clusters.choose(given, title());
    if (chosen === undefined) return;
    const { cluster, target } = chosen;
    const askOther = () => pickNamedObject(listerOf(cluster), podsKind, title());
    const pod = target?.object?.kind === 'Pod' ? target.object : await askPod(tools.notify, cluster, title(), askOther);
    const container = pod === undefined ? undefined : await askContainer(cluster, pod, title());
    if (container !== undefined) await openContainerTerminal(tools, cluster, container, title());
  },
};

const podsKind: NamedKind = { ...podKind, isNamespaced: true, short: ['po'] };

function listerOf(cluster: OpenCluster): ObjectLister {
  const { connection, context, namespaces = [] } = cluster;
  return { connection, context, namespaces, namespace: namespaceOf(cluster) };
}
