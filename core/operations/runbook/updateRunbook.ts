/**
 * Creates the runbook for the documented update. An operator update doesn't renew the pod VM image, so the KataConfig
 * is recreated. Sources: OSC 1.12 §4 to §4.4.
 */
import { recreatingKataConfig, updating, updatingOperator, verifyingEmptyImageId } from '#core/product/docSections.ts';
import { getBoolean } from '#core/common/json.ts';
import { operatorNamespace, peerPodsConfigMapName } from '#core/product/namespaces.ts';
import { providers } from '#core/peerPods/providers.ts';
import type { KubernetesManifest } from '../lookups/lookup.ts';
import type { ObservedCluster } from '../observedCluster.ts';
import { findNextUpdate } from '../preflightFindings/updatePathTexts.ts';
import { createCollectionReference, createWatchedReference } from '../changes/references.ts';
import { creationGate, kataConfigStep } from '../steps/install/kataConfigStep.ts';
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
 * Creates the runbook.
 * @param kataConfig KataConfig to create at run time if the cluster has none and there is no file with a saved one; the
 *   pod VM image is renewed only if this KataConfig enables peer pods
 * @param observed data of the target cluster, with which the runbook names nodes and pods; undefined if unknown
 */
export function createUpdateRunbook(
  kataConfig: KubernetesManifest,
  cluster?: Runbook['cluster'],
  observed?: ObservedCluster,
): Runbook {
  const context = cluster?.context ?? anyCluster;
  const peerPods = getBoolean(kataConfig, 'spec', 'enablePeerPods') ?? false;
  return {
    id: 'update',
    title: 'Update Kata',
    docs: updating,
    ...(cluster === undefined ? {} : { cluster }),
    steps: [
      openShiftStep(context),
      operatorStep(observed),
      ...(peerPods ? renewal(kataConfig, context, observed) : []),
    ],
  };
}

const kataConfigs = createCollectionReference('kataConfigs');

function renewal(
  kataConfig: KubernetesManifest,
  context: string,
  observed: ObservedCluster | undefined,
): readonly RunbookStep[] {
  const situation = { ...unknownCluster(), context };
  // Only the confirmation describes the current cluster. The state of the steps is determined at run time.
  const { gate: _gate, ...made } = kataConfigStep(situation, kataConfig, recreatingKataConfig);
  const gate = creationGate(observed ?? situation, kataConfig, true);
  const again = {
    ...made,
    title: 'Recreate the KataConfig',
    kept: kataConfigs,
    // The name comes from the saved file.
    until: [{ object: kataConfigs, is: 'present', words: 'a KataConfig exists', minutes: 2 }],
    gate: { ...gate, question: `Create the KataConfig on ${context}?` },
  };
  const deletion = deleteKataConfigStep(
    context,
    [
      'The KataConfig is then recreated, so the nodes reboot a second time.',
      'The complete KataConfig is saved to a file next to this script and recreated from that file, even if you run the script again.',
    ],
    observed,
  );
  const before = [createRunbookPodsGoneStep(), { ...deletion, keeps: kataConfigs }, emptyImageStep()];
  const after = [again, nodesStep(situation), imageStep(situation), runtimeClassesStep(situation, true)];
  return [...before.map((step) => ({ ...step, unless: isRecreated() })), ...after];
}

/**
 * Creates the step for the OpenShift update. It changes nothing and only waits until no OpenShift update is in
 * progress.
 */
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
        words: `no OpenShift update is in progress (OpenShift provides the Kata runtime on the nodes, so update ${context} first)`,
        minutes: 240,
      },
    ],
  });
}

function operatorStep(observed: ObservedCluster | undefined): RunbookStep {
  const path = observed === undefined ? undefined : findNextUpdate(observed);
  const next = path?.kind === 'next' ? ` (next version when this runbook was created: ${path.version})` : '';
  return plannedStep({
    id: 'operator',
    title: 'Update the operator with OLM',
    docs: updatingOperator,
    found: [approvePlans()],
    until: [
      {
        object: createCollectionReference('subscriptions'),
        jsonpath: '{.status.state}',
        is: 'AtLatestKnown',
        words: `every subscription in ${operatorNamespace} is at the latest version in its channel${next}`,
        minutes: 30,
      },
      operatorIsRunning(),
    ],
  });
}

/**
 * Creates a step that clears the image ID. The cluster determines the cloud provider, so the step clears whichever
 * image key is set.
 */
function emptyImageStep(): RunbookStep {
  const object = createCollectionReference('configMaps');
  const keys = providers.flatMap(({ imageKey, imageBuild }) =>
    imageKey === undefined || imageBuild === 'no' ? [] : [imageKey],
  );
  return plannedStep({
    id: 'image-id',
    title: 'Clear the pod VM image ID',
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
      words: `${key} is empty`,
      minutes: 2,
    })),
  });
}
