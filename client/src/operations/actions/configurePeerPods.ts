/**
 * Creates peer-pods-cm and peer-pods-secret from values of the cluster, its cloud provider, and the user. Shows them
 * for review, then applies them.
 */
import * as l10n from '@vscode/l10n';
import { getMap, getString } from '#core/common/json.ts';
import type { KubernetesManifest } from '#core/operations/lookups/lookup.ts';
import type { LookupId } from '#core/operations/lookupList.ts';
import { peerPodsProcedure, type CloudCredentials } from '#core/operations/procedures/peerPods.ts';
import { getLookupValue } from '#core/operations/observedCluster.ts';
import { operatorNamespace, peerPodsConfigMapName, peerPodsSecretName } from '#core/product/namespaces.ts';
import { peerPodsReviewName } from '#client/language/documents/reviewDocument.ts';
import { showProgress } from '#client/vscode/prompts/showInput.ts';
import type { OpenCluster } from '#client/clusters/state/openCluster.ts';
import { chooseToChange } from '../configure/chooseClusterToChange.ts';
import { credentialsOf } from '../peerPods/askCredentials.ts';
import { settingsProblem } from '#core/operations/peerPods/settingsProblem.ts';
import { settingsOf, type PeerPodsDraft } from '../peerPods/peerPodsDraft.ts';
import { offerNextStep } from '../peerPods/offerNextStep.ts';
import { askSetup } from '../peerPods/peerPodsSetup.ts';
import { ifPermitted } from '#client/commands/menuPlaces.ts';
import type { OperationCommand, OperationContext } from '../context.ts';

const title = () => l10n.t`Configure peer pods`;
const facts: readonly LookupId[] = ['infrastructure', 'workerMachines', 'operatorNamespace', 'peerPodsSecretKeys'];

export const configurePeerPods: OperationCommand = {
  id: 'osc.peerpods.configure',
  title: 'Configure Peer Pods...',
  palette: 'osc.clusterOpen && !config.osc.readOnly',
  menus: [{ menu: 'osc.peerPods', group: '1@1', when: ifPermitted('configurePeerPods', '!config.osc.readOnly') }],
  async run(tools, given) {
    const cluster = await chooseToChange(tools, given, title(), peerPodsProcedure, 'configurePeerPods');
    if (cluster === undefined) return;
    const situation = await showProgress(l10n.t`Reading ${cluster.context}...`, () => tools.situation(cluster, facts));
    if (
      getLookupValue(situation, 'operatorNamespace')?.found === undefined &&
      getLookupValue(situation, 'operatorNamespace') !== undefined
    ) {
      await tools.notify.tell(
        'warning',
        l10n.t("Namespace {1} doesn't exist on {0}. Install the operator first.", cluster.context, operatorNamespace),
      );
      return;
    }
    const heading = l10n.t`${title()} on ${cluster.context}`;
    const setup = await askSetup(tools, heading, situation);
    if (setup !== undefined)
      await review(tools, cluster, setup.draft, credentialsOf(setup.credentials, tools.clock.now()));
  },
};

async function review(
  tools: OperationContext,
  cluster: OpenCluster,
  draft: PeerPodsDraft,
  credentials: CloudCredentials | undefined,
): Promise<void> {
  const { context } = cluster;
  const manifest: KubernetesManifest = {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: peerPodsConfigMapName, namespace: operatorNamespace },
    data: settingsOf(draft),
  };
  await tools.previews.open({
    name: peerPodsReviewName(context),
    about: [
      l10n.t`Peer pods configuration for ${context} (${cluster.server}).`,
      l10n.t`No changes sent yet.`,
      l10n.t`Edit the values, then select Continue Operation at the top right.`,
      l10n.t`Keys that you remove here keep their values on the cluster.`,
      '',
      ...[...draft.found].map(([key, { from }]) => `${key}: ${from}`),
      '',
      ...(credentials === undefined
        ? [l10n.t`${peerPodsSecretName} isn't changed.`]
        : [
            l10n.t`${peerPodsSecretName} will also be changed. Keys (values hidden):`,
            ...Object.keys(credentials.values),
          ]),
    ],
    objects: [manifest],
    async goOn(objects, close) {
      const [object, ...others] = objects;
      if (object === undefined || others.length > 0 || !isSettings(object))
        return l10n.t`This preview can contain only ConfigMap ${peerPodsConfigMapName} in namespace ${operatorNamespace}.`;
      const data = getMap(object, 'data');
      const problem = settingsProblem(data, draft.release);
      if (problem !== undefined) return problem;
      if (!cluster.isOpen)
        return l10n.t`Cluster ${context} was closed. Open it in the Clusters view, then run Configure Peer Pods again.`;
      const settings = Object.fromEntries(
        Object.entries(data).flatMap(([key, value]) => (typeof value === 'string' ? [[key, value] as const] : [])),
      );
      const wanted = { settings, ...(credentials === undefined ? {} : { credentials }) };
      const outcome = await tools.perform(cluster, peerPodsProcedure, wanted, { begins: close, told: 'byCaller' });
      if (outcome === 'done') await offerNextStep(tools, cluster);
      return undefined;
    },
  });
}

function isSettings(object: KubernetesManifest): boolean {
  return (
    getString(object, 'kind') === 'ConfigMap' &&
    getString(object, 'metadata', 'name') === peerPodsConfigMapName &&
    (getString(object, 'metadata', 'namespace') ?? operatorNamespace) === operatorNamespace
  );
}
