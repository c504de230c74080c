/** Writes only peer-pods-secret, from credentials that the user enters. Doesn't change peer-pods-cm. */
import * as l10n from '@vscode/l10n';
import { peerPodsCredentialsProcedure } from '#core/operations/procedures/peerPods.ts';
import { getLookupValue } from '#core/operations/observedCluster.ts';
import { findItem } from '#core/status/snapshotIndex.ts';
import { peerPodsConfigMapName } from '#core/product/namespaces.ts';
import { collectClusterValues } from '#core/operations/peerPods/clusterValues.ts';
import { isDocumentedProvider } from '#core/peerPods/providers.ts';
import { commandSolution } from '#client/vscode/commandSolution.ts';
import { showProgress } from '#client/vscode/prompts/showInput.ts';
import { SolvableError } from '#client/vscode/solvableError.ts';
import { chooseToChange } from '../configure/chooseClusterToChange.ts';
import { credentialKeys, credentialsOf } from '../peerPods/askCredentials.ts';
import { offerNextStep } from '../peerPods/offerNextStep.ts';
import { askCredentialsAlone } from '../peerPods/peerPodsSetup.ts';
import type { OperationCommand } from '../context.ts';
import { clusterRow } from '#client/commands/menuPlaces.ts';

const title = () => l10n.t`Enter Peer Pod Credentials`;

export const enterCredentials: OperationCommand = {
  id: 'osc.peerpods.enterCredentials',
  title: 'Enter Peer Pod Credentials...',
  palette: 'osc.peerPods && !config.osc.readOnly',
  menus: [clusterRow('1_osc@1', 'peerPodsSecretMissing', '!config.osc.readOnly')],
  async run(tools, given) {
    const cluster = await chooseToChange(tools, given, title(), peerPodsCredentialsProcedure, 'enterCredentials');
    if (cluster === undefined) return;
    const { context } = cluster;
    const situation = await showProgress(l10n.t`Reading ${context}...`, () =>
      tools.situation(cluster, ['infrastructure', 'workerMachines']),
    );
    const provider = findItem(situation.snapshot, 'configMaps', peerPodsConfigMapName)?.data['CLOUD_PROVIDER'] ?? '';
    if (!isDocumentedProvider(provider)) {
      const configure = commandSolution(l10n.t`Configure Peer Pods...`, 'osc.peerpods.configure', context);
      throw new SolvableError(
        l10n.t`${peerPodsConfigMapName} on ${context} doesn't specify a supported cloud provider. Configure peer pods first.`,
        configure,
      );
    }
    const candidates = collectClusterValues(
      provider,
      getLookupValue(situation, 'infrastructure') ?? {},
      getLookupValue(situation, 'workerMachines'),
    );
    const parts = { provider, present: undefined, candidates };
    if (credentialKeys(parts).length === 0) {
      await tools.notify.tell('info', l10n.t`Peer pods on ${provider} don't require credentials in peer-pods-secret.`);
      return;
    }
    const entered = await askCredentialsAlone(tools, l10n.t`${title()} on ${context}`, parts);
    const credentials = credentialsOf(entered, tools.clock.now());
    if (credentials === undefined) return;
    if ((await tools.perform(cluster, peerPodsCredentialsProcedure, credentials, { told: 'byCaller' })) === 'done')
      await offerNextStep(tools, cluster);
  },
};
