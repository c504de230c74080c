/** Reports that peer-pods-cm doesn't exist or can't be read, and offers the next step. */
import * as l10n from '@vscode/l10n';
import { commands } from 'vscode';
import { isKnown } from '#core/status/snapshotIndex.ts';
import { operatorNamespace, peerPodsConfigMapName } from '#core/product/namespaces.ts';
import type { OpenCluster } from '#client/clusters/state/openCluster.ts';
import type { OperationContext } from '../context.ts';

export async function showMissingPeerPodsConfig(
  { notify }: Pick<OperationContext, 'notify'>,
  { context, snapshot }: OpenCluster,
): Promise<void> {
  if (!isKnown(snapshot, 'configMaps')) {
    await notify.tell(
      'warning',
      l10n.t`Can't list the ConfigMaps in ${operatorNamespace} on ${context}. Request permission to list and watch them.`,
    );
    return;
  }
  const configure = l10n.t`Configure Peer Pods...`;
  const chosen = await notify.tell(
    'warning',
    l10n.t`Peer pods aren't configured on ${context}: ${peerPodsConfigMapName} doesn't exist.`,
    configure,
  );
  if (chosen === configure) await commands.executeCommand('osc.peerpods.configure', context);
}
