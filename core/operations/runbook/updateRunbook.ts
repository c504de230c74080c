/**
 * The update as the documents have it, to be run by others: an update of the operator alone does not renew the pod VM
 * image, so the KataConfig is made anew. Sources: OSC 1.12 §4 to §4.4.
 */
import * as l10n from '@vscode/l10n';
import { recreatingKataConfig, updating, updatingOperator, verifyingEmptyImageId } from '#core/product/docSections.ts';
import { getBoolean } from '#core/common/json.ts';
import { operatorNamespace, peerPodsConfigMapName } from '#core/product/namespaces.ts';
import { providers } from '#core/peerPods/providers.ts';
import type { KubernetesManifest } from '../lookups/lookup.ts';
import { createCollectionReference, createWatchedReference } from '../changes/references.ts';
import { kataConfigStep } from '../steps/install/kataConfigStep.ts';
import { nodesStep } from '../steps/nodes/nodesStep.ts';
import { imageStep } from '../steps/peerPods/imageStep.ts';
import { runtimeClassesStep } from '../steps/install/runtimeClassesStep.ts';
import { anyCluster, unknownCluster, type Runbook, type RunbookStep } from './runbook.ts';
import {
  approvePlans,
  deleteKataConfigStep,
  isRecreated,
  operatorIsRunning,
  plannedStep,
  createRunbookPodsGoneStep,
} from './runbookSteps.ts';

/**
 * @param kataConfig as it is made again where none is found when it is run, and no file keeps one; only where it has
 * peer pods, there is an image to be renewed
 */
export function createUpdateRunbook(kataConfig: KubernetesManifest, cluster?: Runbook['cluster']): Runbook {
  const context = cluster?.context ?? anyCluster();
  const peerPods = getBoolean(kataConfig, 'spec', 'enablePeerPods') ?? false;
  return {
    id: 'update',
    title: l10n.t`Update Kata`,
    docs: updating,
    ...(cluster === undefined ? {} : { cluster }),
    steps: [openShiftStep(context), operatorStep(), ...(peerPods ? renewal(kataConfig, context) : [])],
  };
}

const kataConfigs = createCollectionReference('kataConfigs');

function renewal(kataConfig: KubernetesManifest, context: string): readonly RunbookStep[] {
  const situation = { ...unknownCluster(), context };
  const { gate, ...made } = kataConfigStep(situation, kataConfig, recreatingKataConfig);
  const again = {
    ...made,
    title: l10n.t`Recreate the KataConfig`,
    kept: kataConfigs,
    // What it is called, the file says.
    until: [{ object: kataConfigs, is: 'present', words: l10n.t`a KataConfig exists`, minutes: 2 }],
    ...(gate === undefined ? {} : { gate: { ...gate, question: l10n.t`Create the KataConfig on ${context}?` } }),
  };
  const deletion = deleteKataConfigStep(context, [
    l10n.t`The KataConfig is then recreated, so the nodes reboot a second time.`,
    l10n.t`The complete KataConfig is saved to a file next to this script and recreated from that file, even if you run the script again.`,
  ]);
  const before = [createRunbookPodsGoneStep(), { ...deletion, keeps: kataConfigs }, emptyImageStep()];
  const after = [again, nodesStep(situation), imageStep(situation), runtimeClassesStep(situation, true)];
  return [...before.map((step) => ({ ...step, unless: isRecreated() })), ...after];
}

/** Nothing of it is done here. */
function openShiftStep(context: string): RunbookStep {
  return plannedStep({
    id: 'openshift',
    title: 'Update OpenShift',
    docs: updating,
    until: [
      {
        object: createWatchedReference('clusterVersions', 'version'),
        jsonpath: '{.status.conditions[?(@.type=="Progressing")].status}',
        is: 'False',
        words: l10n.t`no OpenShift update is in progress (the Kata runtime on the nodes comes with OpenShift, so update ${context} first)`,
        minutes: 240,
      },
    ],
  });
}

function operatorStep(): RunbookStep {
  return plannedStep({
    id: 'operator',
    title: l10n.t`Update the operator with OLM`,
    docs: updatingOperator,
    found: [approvePlans()],
    until: [
      {
        object: createCollectionReference('subscriptions'),
        jsonpath: '{.status.state}',
        is: 'AtLatestKnown',
        words: l10n.t`every Subscription in ${operatorNamespace} is at the latest version of its channel`,
        minutes: 30,
      },
      operatorIsRunning(),
    ],
  });
}

/** Whose cloud it is, the cluster knows: the key that names an image is emptied. */
function emptyImageStep(): RunbookStep {
  const object = createCollectionReference('configMaps');
  const keys = providers.flatMap(({ imageKey, imageBuild }) =>
    imageKey === undefined || imageBuild === 'no' ? [] : [imageKey],
  );
  return plannedStep({
    id: 'image-id',
    title: l10n.t`Clear the pod VM image ID`,
    docs: verifyingEmptyImageId,
    found: keys.map((key) => ({
      object,
      where: `@.data.${key}!=""`,
      prefix: peerPodsConfigMapName,
      change: { how: 'merge', patch: { data: { [key]: '' } } },
    })),
    until: keys.map((key) => ({
      object: { ...object, name: peerPodsConfigMapName },
      jsonpath: `{.data.${key}}`,
      is: '',
      words: l10n.t`${key} is empty`,
      minutes: 2,
    })),
  });
}
