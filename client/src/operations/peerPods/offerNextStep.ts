/** Reports the peer pods configuration and offers the missing steps. */
import * as l10n from '@vscode/l10n';
import { withEllipsis } from '#client/text/withEllipsis.ts';
import { commands } from 'vscode';
import { lacksPeerPodsSecret } from '#core/status/peerPods/peerPodsParts.ts';
import { canOfferInstallation } from '#core/operations/permissions/canOfferInstallation.ts';
import { indexSnapshot } from '#core/status/snapshotIndex.ts';
import { peerPodsConfigMapName, peerPodsSecretName } from '#core/product/namespaces.ts';
import { getSentenceSeparator } from '#core/text/grammar.ts';
import type { OpenCluster } from '#client/clusters/state/openCluster.ts';
import type { OperationContext } from '../context.ts';

/** Shows the result of an operation that configured peer pods. The most important missing step comes first. */
export async function offerNextStep(
  { notify }: Pick<OperationContext, 'notify'>,
  { context, snapshot, permissions }: OpenCluster,
): Promise<void> {
  const isOn = indexSnapshot(snapshot).kataConfig?.enablePeerPods === true;
  const isSecretMissing = lacksPeerPodsSecret(snapshot);
  const steps: readonly (readonly [title: string, command: string])[] = [
    ...(isSecretMissing ? [[l10n.t`Enter Credentials...`, 'osc.peerpods.enterCredentials'] as const] : []),
    [l10n.t`Open Ports...`, 'osc.peerpods.openPorts'],
    ...(isOn || !canOfferInstallation(snapshot, permissions)
      ? []
      : [[withEllipsis(l10n.t`Install Kata`), 'osc.kata.install'] as const]),
  ];
  const message = [
    isSecretMissing
      ? l10n.t`${peerPodsConfigMapName} was applied to ${context}. ${peerPodsSecretName} is still missing.`
      : l10n.t`Peer pods are configured on ${context}.`,
    isOn
      ? l10n.t`The KataConfig enables peer pods.`
      : l10n.t`To enable peer pods, create a KataConfig with enablePeerPods: true.`,
    l10n.t`Ports 15150 and 9000 must be open between nodes and pod VMs.`,
  ].join(getSentenceSeparator());
  const chosen = await notify.tell(isSecretMissing ? 'warning' : 'info', message, ...steps.map(([title]) => title));
  const command = steps.find(([title]) => title === chosen)?.[1];
  if (command !== undefined) await commands.executeCommand(command, context);
}
