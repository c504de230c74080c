/**
 * Lists the peer pod ports and opens the documented commands for them as a script with the values of this cluster. Runs
 * nothing.
 */
import * as l10n from '@vscode/l10n';
import { env, Uri, window, workspace } from 'vscode';
import { copyText } from '#client/vscode/copyText.ts';
import { enablingPorts } from '#core/product/docSections.ts';
import { omitUndefined as fieldsGiven, getList, getString } from '#core/common/json.ts';
import { findItem } from '#core/status/snapshotIndex.ts';
import { getLookupValue } from '#core/operations/observedCluster.ts';
import { buildPortsScript, type PortsScript } from '#core/operations/peerPods/portsScript.ts';
import { peerPodsConfigMapName } from '#core/product/namespaces.ts';
import { workerRole } from '#core/product/nodeLabels.ts';
import type { OpenCluster } from '#client/clusters/state/openCluster.ts';
import type { OperationCommand, OperationContext } from '../context.ts';

export const openPorts: OperationCommand = {
  id: 'osc.peerpods.openPorts',
  title: 'Generate Firewall Commands for Peer Pods...',
  palette: 'osc.peerPodsPossible',
  menus: [{ menu: 'osc.peerPods', group: '1@2', when: 'viewItem =~ /\\bosc-peerPodsPossible\\b/' }],
  async run(tools, given) {
    const chosen = await tools.clusters.chooseAny(given, l10n.t`Generate Firewall Commands for Peer Pods`);
    if (chosen === undefined) return;
    const { cluster } = chosen;
    const [situation, worker] = await Promise.all([tools.situation(cluster, ['infrastructure']), firstWorker(cluster)]);
    const infrastructure = getLookupValue(situation, 'infrastructure');
    const data = findItem(situation.snapshot, 'configMaps', peerPodsConfigMapName)?.data;
    const answer = buildPortsScript({
      cluster: cluster.context,
      asOf: situation.now,
      ...fieldsGiven({
        platform: infrastructure?.platform,
        provider: data?.['CLOUD_PROVIDER'],
        region: infrastructure?.region,
        worker,
        forwarderPort: data?.['FORWARDER_PORT'],
        vxlanPort: data?.['VXLAN_PORT'],
        securityGroups: data?.['AWS_SG_IDS'],
      }),
    });
    await show(tools, answer);
  },
};

async function show({ notify }: OperationContext, answer: PortsScript): Promise<void> {
  if (answer.kind === 'script') {
    await window.showTextDocument(
      await workspace.openTextDocument({ language: 'shellscript', content: answer.script }),
    );
    return;
  }
  if (answer.kind === 'none') {
    await notify.tell('info', answer.message);
    return;
  }
  const [copy, open] = [l10n.t`Copy Port Numbers`, l10n.t`Open Documentation`];
  const chosen = await notify.choose(answer.message, answer.detail.join('\n\n'), copy, open);
  if (chosen === copy) await copyText(answer.ports.join(' '));
  if (chosen === open) await env.openExternal(Uri.parse(enablingPorts.url, true));
}

/** Returns the first worker node. Returns undefined if it can't be read. The script then asks for the node. */
async function firstWorker({
  connection,
}: OpenCluster): Promise<{ readonly name: string; readonly providerId: string } | undefined> {
  const answer = await connection.ask('/api/v1/nodes', { query: { labelSelector: workerRole, limit: 1 } });
  const [node] = answer.ok ? getList(answer.value, 'items') : [];
  const [name, providerId] = [getString(node, 'metadata', 'name'), getString(node, 'spec', 'providerID')];
  return name === undefined || providerId === undefined ? undefined : { name, providerId };
}
