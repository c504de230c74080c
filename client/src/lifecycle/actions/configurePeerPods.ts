/** Makes peer-pods-cm and peer-pods-secret from what the cluster tells, what its cloud answers, and what the user knows; shows them, and writes them. */
import * as l10n from '@vscode/l10n';
import { commands } from 'vscode';
import { mapAt, stringAt } from '../../../../core/json.ts';
import type { Manifest } from '../../../../core/lifecycle/fact.ts';
import type { FactId } from '../../../../core/lifecycle/facts/index.ts';
import { peerPodsProcedure, type Credentials } from '../../../../core/lifecycle/procedures/peerPods.ts';
import { knownFact, type Situation } from '../../../../core/lifecycle/situation.ts';
import { releaseOf } from '../../../../core/live/status/operatorParts.ts';
import { isKnown, itemNamed, surroundingsOf } from '../../../../core/live/status/surroundings.ts';
import { operatorNamespace, peerPodsConfigMapName } from '../../../../core/namespaces.ts';
import { clusterValues, providerOfPlatform } from '../../../../core/peerPods/clusterValues.ts';
import type { Provider } from '../../../../core/peerPods/configKey.ts';
import { isTabledProvider, providerNamed, tabledProviders } from '../../../../core/peerPods/providers.ts';
import { peerPodsSecretName } from '../../../../core/peerPods/secretKeys.ts';
import { findRelease, newestRelease } from '../../../../core/releases.ts';
import { showProgress } from '../../showInput.ts';
import { askSteps } from '../../steps.ts';
import type { OpenCluster } from '../../tree/openCluster.ts';
import { chooseToChange } from '../configure/chooseToChange.ts';
import { askCloud } from '../peerPods/askCloud.ts';
import { askCredentials } from '../peerPods/askCredentials.ts';
import { askKeys } from '../peerPods/askKeys.ts';
import { settingsOf, settingsProblem, withCertain, type Draft } from '../peerPods/draft.ts';
import type { Action, Tools } from '../tools.ts';
import { sentenceGap } from '../../../../core/wording.ts';

const title = l10n.t`Configure Peer Pods`;
const facts: readonly FactId[] = ['infrastructure', 'workerMachines', 'operatorNamespace', 'peerPodsSecretKeys'];

export const configurePeerPods: Action = async (tools, given) => {
  const cluster = await chooseToChange(tools, given, title);
  if (cluster === undefined) return;
  const situation = await showProgress(l10n.t`Looking at ${cluster.context}...`, () => tools.situation(cluster, facts));
  if (knownFact(situation, 'operatorNamespace')?.found === undefined && knownFact(situation, 'operatorNamespace') !== undefined) {
    await tools.notify.tell('warning', l10n.t`${cluster.context} has no namespace ${operatorNamespace}: install the operator first.`);
    return;
  }
  const heading = l10n.t`${title} on ${cluster.context}`;
  const provider = await askProvider(heading, situation);
  if (provider === undefined) return;
  const draft = await fill(tools, heading, draftOf(situation, provider));
  if (draft === undefined) return;
  const present = knownFact(situation, 'peerPodsSecretKeys');
  const credentials = await askCredentials(tools, heading, { provider, present, candidates: draft.candidates });
  if (credentials !== undefined) await review(tools, cluster, draft, credentials === 'none' ? undefined : credentials);
};

function draftOf(situation: Situation, provider: Provider): Draft {
  const { snapshot } = situation;
  const infrastructure = knownFact(situation, 'infrastructure') ?? {};
  const machines = knownFact(situation, 'workerMachines');
  const before = itemNamed(snapshot, 'configMaps', peerPodsConfigMapName)?.data ?? {};
  return {
    provider,
    release: findRelease(releaseOf(snapshot) ?? '') ?? newestRelease,
    infrastructure,
    machines,
    // What was set for another cloud is of no use.
    present: before['CLOUD_PROVIDER'] === undefined || before['CLOUD_PROVIDER'] === provider ? before : {},
    candidates: clusterValues(provider, infrastructure, machines),
    found: new Map(),
  };
}

async function fill(tools: Tools, heading: string, begun: Draft): Promise<Draft | undefined> {
  const answered = await askCloud(tools, heading, withCertain(begun));
  return answered === undefined ? undefined : askKeys(tools, heading, answered);
}

/** The cloud that the cluster runs in comes first; somebody may run pods in another. */
async function askProvider(heading: string, situation: Situation): Promise<Provider | undefined> {
  const { platform } = knownFact(situation, 'infrastructure') ?? {};
  const set = itemNamed(situation.snapshot, 'configMaps', peerPodsConfigMapName)?.data['CLOUD_PROVIDER'] ?? '';
  const active = isTabledProvider(set) ? set : providerOfPlatform(platform);
  const answers = await askSteps<Provider>(heading, (before) =>
    before.length > 0
      ? undefined
      : {
          placeHolder:
            platform === undefined
              ? l10n.t`The cluster runs on a platform that cannot be seen. Where do the virtual machines of pods run?`
              : l10n.t`The cluster runs on ${platform}. Where do the virtual machines of pods run?`,
          ...(active === undefined ? {} : { active }),
          items: tabledProviders
            .toSorted((one, other) => Number(other === active) - Number(one === active))
            .map((name) => ({ label: name, description: name === set ? l10n.t`as it is set` : '', detail: providerNamed(name)?.summary ?? '', value: name })),
        },
  );
  return answers?.[0];
}

async function review(tools: Tools, cluster: OpenCluster, draft: Draft, credentials: Credentials | undefined): Promise<void> {
  const { context } = cluster;
  const manifest: Manifest = {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: peerPodsConfigMapName, namespace: operatorNamespace },
    data: settingsOf(draft),
  };
  await tools.previews.open({
    name: `peer-pods-of-${context.replaceAll(/[^\w.-]+/g, '-')}`,
    about: [
      l10n.t`Peer pods of ${context}, ${cluster.server}.`,
      l10n.t`Nothing was sent yet.`,
      l10n.t`Change what is to be otherwise, then go on with the button at the top right.`,
      l10n.t`Keys that you take out stay as they are.`,
      '',
      ...[...draft.found].map(([key, { from }]) => `${key}: ${from}`),
      '',
      ...(credentials === undefined
        ? [l10n.t`${peerPodsSecretName} is not written.`]
        : [l10n.t`${peerPodsSecretName} is written, its values not shown:`, ...Object.keys(credentials.values)]),
    ],
    objects: [manifest],
    async goOn(objects, close) {
      const [object, ...others] = objects;
      if (object === undefined || others.length > 0 || !isSettings(object))
        return l10n.t`Only the ConfigMap ${peerPodsConfigMapName} of ${operatorNamespace} is written from here.`;
      const data = mapAt(object, 'data');
      const problem = settingsProblem(data, draft.release);
      if (problem !== undefined) return problem;
      if (!cluster.isOpen) return l10n.t`${context} was closed. Open it in the view Clusters, and begin anew.`;
      const settings = Object.fromEntries(Object.entries(data).flatMap(([key, value]) => (typeof value === 'string' ? [[key, value] as const] : [])));
      const wanted = { settings, ...(credentials === undefined ? {} : { credentials }) };
      const outcome = await tools.perform(cluster, peerPodsProcedure, wanted, { begins: close, told: 'byCaller' });
      if (outcome === 'done') await sayNext(tools, cluster);
      return undefined;
    },
  });
}

function isSettings(object: Manifest): boolean {
  return (
    stringAt(object, 'kind') === 'ConfigMap' &&
    stringAt(object, 'metadata', 'name') === peerPodsConfigMapName &&
    (stringAt(object, 'metadata', 'namespace') ?? operatorNamespace) === operatorNamespace
  );
}

async function sayNext({ notify }: Tools, { context, snapshot }: OpenCluster): Promise<void> {
  const ports = l10n.t`Open the Ports...`;
  const install = l10n.t`Install Kata...`;
  const isOn = surroundingsOf(snapshot).kataConfig?.enablePeerPods === true;
  const words = isOn ? l10n.t`The KataConfig has peer pods on.` : l10n.t`They begin with a KataConfig that has enablePeerPods: true.`;
  const lacks = isKnown(snapshot, 'secrets') && itemNamed(snapshot, 'secrets', peerPodsSecretName) === undefined;
  const what = lacks
    ? l10n.t`${peerPodsConfigMapName} is written on ${context}; ${peerPodsSecretName} is still missing.`
    : l10n.t`Peer pods are configured on ${context}.`;
  const chosen = await notify.tell(
    lacks ? 'warning' : 'info',
    [what, words, l10n.t`The ports 15150 and 9000 must be open between nodes and virtual machines.`].join(sentenceGap()),
    ports,
    ...(isOn ? [] : [install]),
  );
  if (chosen !== undefined) await commands.executeCommand(chosen === ports ? 'osc.peerpods.openPorts' : 'osc.kata.install', context);
}
