/** How peer pods are set up, part by part. Sources: domain/02-peer-pods.md 2.1, 2.5, 2.7; OSC 1.12 §3.2, §3.4. */
import { creatingPeerPodsConfigMap, modifyingVmLimit, verifyingImage } from '../../docSections.ts';
import { operatorNamespace, peerPodsConfigMapName } from '../../namespaces.ts';
import type { LiveKindId } from '../kinds/index.ts';
import { conditionOf } from '../object.ts';
import type { Snapshot } from '../snapshot.ts';
import { countWords, namesWords, oneLine } from '../words.ts';
import type { Explanation, Part } from './explanation.ts';
import { podLogs } from './imageWords.ts';
import { imageHindrance, imageProviders, peerPodsConfigOf, type PeerPodsConfig } from './peerPodsKeys.ts';
import { isKnown, itemNamed, itemsOf, surroundingsOf } from './surroundings.ts';

/** Whether peer pods are on, or somebody prepares them. */
export function hasPeerPods(snapshot: Snapshot): boolean {
  return surroundingsOf(snapshot).kataConfig?.enablePeerPods === true || peerPodsConfigOf(snapshot) !== undefined || snapshot.peerPods.items.size > 0;
}

/** Empty where nobody wants peer pods. */
export function peerPodsParts(snapshot: Snapshot): readonly Part[] {
  if (!hasPeerPods(snapshot)) return [];
  const config = peerPodsConfigOf(snapshot);
  return [
    { id: 'peerPodsConfigMap', name: peerPodsConfigMapName, ...explainConfig(config, snapshot) },
    { id: 'peerPodsSecret', name: 'peer-pods-secret', ...explainSecret(snapshot) },
    { id: 'podVmImage', name: 'Pod VM image', ...explainImageOf(config, snapshot) },
    { id: 'peerPodsLimit', name: 'Limit per node', ...explainLimit(config) },
    { id: 'peerPods', name: 'Peer pods', ...explainPods(snapshot) },
  ];
}

function explainConfig(config: PeerPodsConfig | undefined, snapshot: Snapshot): Explanation {
  const docs = creatingPeerPodsConfigMap;
  if (config === undefined) {
    if (!isKnown(snapshot, 'configMaps')) return notSeen(snapshot, 'configMaps');
    return {
      health: 'failed',
      headline: 'Is not there',
      meaning: 'Peer pods are on, and the ConfigMap that says in which cloud their virtual machines run is missing.',
      todo: `Create ${peerPodsConfigMapName} in ${operatorNamespace}.`,
      docs,
    };
  }
  const { provider, knowledge, missing, missingForAdaptor } = config;
  if (provider === '')
    return { health: 'failed', headline: 'No cloud is named', meaning: 'CLOUD_PROVIDER is missing or empty.', todo: 'Set CLOUD_PROVIDER.', docs };
  if (knowledge === undefined) {
    return {
      health: 'failed',
      headline: 'The cloud is not known',
      meaning: `CLOUD_PROVIDER is "${oneLine(provider, 60)}", which neither the operator nor cloud-api-adaptor knows. Names are in lower case.`,
      todo: `Correct CLOUD_PROVIDER: the operator makes images for ${namesWords(imageProviders(), 6)}.`,
      docs,
    };
  }
  if (missing.length > 0) {
    return {
      health: 'failed',
      headline: `Lacks ${namesWords(missing)}`,
      meaning: `The operator makes no pod VM image without ${namesWords(missing, 8)}.`,
      todo: `Add what is missing: \`oc edit configmap ${peerPodsConfigMapName} -n ${operatorNamespace}\`.`,
      docs,
    };
  }
  if (missingForAdaptor.length > 0) {
    return {
      health: 'attention',
      headline: `Lacks ${namesWords(missingForAdaptor)}`,
      meaning: `cloud-api-adaptor does not start without ${namesWords(missingForAdaptor, 8)}.`,
      todo: `Add what is missing: \`oc edit configmap ${peerPodsConfigMapName} -n ${operatorNamespace}\`.`,
      docs,
    };
  }
  return {
    health: 'ok',
    headline: `For ${provider}, complete`,
    meaning: `All keys that ${provider} needs are there; whether they are right, only the cloud can say.`,
    docs,
  };
}

function explainSecret(snapshot: Snapshot): Explanation {
  if (!isKnown(snapshot, 'secrets')) return notSeen(snapshot, 'secrets');
  if (itemNamed(snapshot, 'secrets', 'peer-pods-secret') !== undefined) {
    return {
      health: 'ok',
      headline: 'Is there',
      meaning: 'The credentials for the cloud are there. What they hold is not looked at.',
      docs: creatingPeerPodsConfigMap,
    };
  }
  return {
    health: 'failed',
    headline: 'Is not there',
    meaning: 'The credentials for the cloud are missing: no image is made, and no virtual machine starts.',
    todo: `Create peer-pods-secret in ${operatorNamespace}.`,
    docs: creatingPeerPodsConfigMap,
  };
}

function explainImageOf(config: PeerPodsConfig | undefined, snapshot: Snapshot): Explanation {
  const docs = verifyingImage;
  const creation = itemNamed(snapshot, 'jobs', 'osc-podvm-image-creation');
  const deletion = itemNamed(snapshot, 'jobs', 'osc-podvm-image-deletion');
  const logs = (job: string): string => `\`oc logs -n ${operatorNamespace} jobs/${job}\``;
  if (deletion !== undefined && deletion.active > 0) {
    return {
      health: 'busy',
      headline: 'Being removed',
      meaning: 'A job removes the image from the cloud.',
      todo: `Nothing. To watch it: ${logs('osc-podvm-image-deletion')}.`,
      docs,
    };
  }
  if (creation !== undefined && isFailed(creation.conditions)) {
    return {
      health: 'failed',
      headline: 'Could not be made',
      meaning: 'The job that makes the image failed.',
      todo: `Read why: ${podLogs('osc-podvm-image-creation')}.`,
      docs,
    };
  }
  if (creation !== undefined && creation.active > 0) {
    return {
      health: 'busy',
      headline: creation.failed > 0 ? 'Being made, in another attempt' : 'Being made',
      meaning: 'A job makes the image in the cloud; that can take a long time.',
      next: `It writes the id of the image into ${peerPodsConfigMapName}.`,
      todo: `Nothing. To watch it: ${logs('osc-podvm-image-creation')}.`,
      docs,
    };
  }
  if (config === undefined) return { health: 'unknown', headline: 'Not known', meaning: `It stands in ${peerPodsConfigMapName}.`, docs };
  if (config.image !== '') return { health: 'ok', headline: oneLine(config.image, 80), meaning: 'Virtual machines of peer pods start from this image.', docs };
  const { kataConfig } = surroundingsOf(snapshot);
  const reason = kataConfig?.inProgress?.reason.toLowerCase();
  if (reason === 'podvmimagejobfailed') {
    const hindrance = imageHindrance(snapshot);
    return {
      health: 'failed',
      headline: 'Could not be made',
      meaning: hindrance ?? 'The operator says that the image could not be made.',
      todo: hindrance === undefined ? `Read why: ${podLogs('osc-podvm-image-creation')}.` : 'Add what is missing; the operator looks again.',
      docs,
    };
  }
  if (config.knowledge !== undefined && config.knowledge.imageBuild !== 'yes') {
    return {
      health: 'attention',
      headline: 'There is none',
      meaning: `The operator makes no image for ${config.provider}.`,
      ...(config.knowledge.imageKey === undefined ? {} : { todo: `Make one, and write its id into ${config.knowledge.imageKey} of ${peerPodsConfigMapName}.` }),
      docs,
    };
  }
  if (kataConfig?.enablePeerPods !== true || kataConfig.deleting !== undefined) {
    return { health: 'ok', headline: 'There is none', meaning: 'None is set; the operator makes one when a KataConfig has enablePeerPods: true.', docs };
  }
  return { health: 'busy', headline: 'Will be made', meaning: 'None is set.', next: 'The operator makes one when kata is on the nodes.', docs };
}

function isFailed(conditions: Parameters<typeof conditionOf>[0]): boolean {
  return conditionOf(conditions, 'Failed')?.status === 'True';
}

function explainLimit(config: PeerPodsConfig | undefined): Explanation {
  const docs = modifyingVmLimit;
  const limit = config?.limit;
  if (limit === undefined)
    return { health: 'ok', headline: '10', meaning: 'PEERPODS_LIMIT_PER_NODE is not set; 10 virtual machines per node is the default.', docs };
  if (!/^\d{1,6}$/.test(limit.trim())) {
    return {
      health: 'attention',
      headline: oneLine(limit, 40),
      meaning: 'PEERPODS_LIMIT_PER_NODE is no whole number: what comes of it is not documented.',
      todo: 'Write a whole number.',
      docs,
    };
  }
  return { health: 'ok', headline: limit.trim(), meaning: 'So many virtual machines of peer pods may each node have.', docs };
}

function explainPods(snapshot: Snapshot): Explanation {
  const { state, asOf } = snapshot.peerPods;
  if (state.kind === 'absent') return { health: 'ok', headline: 'None', meaning: 'The cluster does not know the kind PeerPod yet: it comes with peer pods.' };
  if (asOf === undefined) return notSeen(snapshot, 'peerPods');
  const pods = itemsOf(snapshot, 'peerPods');
  const leaving = pods.filter(({ deleting }) => deleting !== undefined).length;
  if (pods.length === 0) return { health: 'ok', headline: 'None', meaning: 'No virtual machine of a peer pod is there.' };
  return {
    health: 'ok',
    headline: countWords(pods.length, 'virtual machine'),
    meaning: `${countWords(pods.length, 'PeerPod')}, one for each virtual machine${leaving === 0 ? '' : `; ${leaving} of them ${leaving === 1 ? 'is' : 'are'} being removed`}.`,
  };
}

function notSeen(snapshot: Snapshot, kind: LiveKindId): Explanation {
  const { state } = snapshot[kind];
  if (state.kind === 'forbidden') return { health: 'unknown', headline: 'May not be seen', meaning: `You may not ${state.verb}.` };
  // Of a must-gather it stays so.
  return state.kind === 'idle'
    ? { health: 'unknown', headline: 'Not known', meaning: 'Nothing was read that tells of it.' }
    : { health: 'unknown', headline: 'Not known yet', meaning: 'It was not read yet.' };
}
