/** Explains the parts of the peer pods setup. Sources: domain/02-peer-pods.md 2.1, 2.5, 2.7; OSC 1.12 §3.2, §3.4. */
import * as l10n from '@vscode/l10n';
import { creatingPeerPodsConfigMap, modifyingVmLimit, verifyingImage } from '#core/product/docSections.ts';
import { operatorNamespace, peerPodsConfigMapName, peerPodsSecretName } from '#core/product/namespaces.ts';
import { selectPlural } from '#core/text/grammar.ts';
import type { WatchedKindId } from '#core/cluster/watchedKinds/index.ts';
import { findStatusCondition } from '#core/cluster/objects/clusterObject.ts';
import type { Snapshot } from '#core/cluster/snapshot.ts';
import { formatCount } from '#core/text/counts.ts';
import { formatNames } from '#core/text/phrases.ts';
import { sanitizeLine } from '#core/text/sanitize.ts';
import { evidenceOf } from '../evidence.ts';
import type { Explanation, Part } from '../explanation.ts';
import { podLogs } from './explainImage.ts';
import { findInvalidValue } from './invalidValue.ts';
import { explainMissingTokenVolume } from './tokenVolume.ts';
import { imageHindrance, imageProviders, getPeerPodsConfig, type PeerPodsConfig } from './peerPodsConfig.ts';
import { isKnown, findItem, listItems, indexSnapshot } from '../snapshotIndex.ts';

/** Returns whether peer pods are enabled or being set up. */
export function usesPeerPods(snapshot: Snapshot): boolean {
  return (
    indexSnapshot(snapshot).kataConfig?.enablePeerPods === true ||
    getPeerPodsConfig(snapshot) !== undefined ||
    snapshot.peerPods.items.size > 0
  );
}

/**
 * Schemes of `spec.providerID` on the cloud providers whose peer pods OSC documents. Source:
 * kubernetes/cloud-provider-{aws,azure,gcp,ibm} (form of providerID).
 */
const cloudSchemes: ReadonlySet<string> = new Set(['aws', 'azure', 'gce', 'ibm']);

/**
 * Returns whether peer pods are configured, or whether the nodes are on a cloud provider for which they could be. Ports
 * are opened before the ConfigMap exists, so a missing ConfigMap doesn't rule out peer pods. Source: OSC 1.12 §3.1,
 * §3.2.
 */
export function mayHavePeerPods(snapshot: Snapshot): boolean {
  const { providers } = indexSnapshot(snapshot).nodeFacts;
  return usesPeerPods(snapshot) || Array.from(providers).some((provider) => cloudSchemes.has(provider));
}

/** Returns whether peer pods are known not to be configured. False if required resources can't be read. */
export function lacksPeerPods(snapshot: Snapshot): boolean {
  return !usesPeerPods(snapshot) && isKnown(snapshot, 'kataConfigs') && isKnown(snapshot, 'configMaps');
}

/** Returns whether the peer pods Secret is known not to exist. */
export function lacksPeerPodsSecret(snapshot: Snapshot): boolean {
  return isKnown(snapshot, 'secrets') && findItem(snapshot, 'secrets', peerPodsSecretName) === undefined;
}

export interface IdlePeerPods extends Pick<Explanation, 'headline' | 'missing'> {
  /** Shorter headline for a row. */
  readonly state?: string;
}

/** Returns why no peer pod can run although the setup is complete. Returns undefined if nothing prevents it. */
export function peerPodsIdle(snapshot: Snapshot): IdlePeerPods | undefined {
  const { kataConfig } = indexSnapshot(snapshot);
  if (kataConfig?.enablePeerPods === true && kataConfig.deleting === undefined) return undefined;
  if (kataConfig !== undefined) return { headline: l10n.t`Set up · disabled in the KataConfig`, missing: 'none' };
  switch (evidenceOf(snapshot, 'kataConfigs')) {
    case 'none':
    case 'old':
      return {
        headline: l10n.t`Set up · no KataConfig`,
        state: l10n.t({
          message: 'No KataConfig',
          args: [],
          comment: ['The state of peer pods in the Clusters view if no KataConfig exists. Keep it short.'],
        }),
        missing: 'none',
      };
    case 'notAllowed':
      return { headline: l10n.t`Set up · no permission to read KataConfigs`, missing: 'notAllowed' };
    case 'notCollected':
      return { headline: l10n.t`Set up · KataConfigs not collected`, missing: 'notCollected' };
    default:
      return { headline: l10n.t`Set up · KataConfig not read yet`, missing: undefined };
  }
}

/** Returns the parts. Empty if peer pods aren't used. */
export function listPeerPodsParts(snapshot: Snapshot): readonly Part[] {
  if (!usesPeerPods(snapshot)) return [];
  const config = getPeerPodsConfig(snapshot);
  return [
    { id: 'peerPodsConfigMap', name: peerPodsConfigMapName, ...explainConfig(config, snapshot) },
    { id: 'peerPodsSecret', name: 'peer-pods-secret', ...explainSecret(snapshot) },
    { id: 'podVmImage', name: l10n.t`Pod VM image`, ...explainPodVmImage(config, snapshot) },
    { id: 'peerPodsLimit', name: l10n.t`Limit per node`, ...explainLimit(config) },
    { id: 'peerPods', name: l10n.t`Peer pods`, ...explainPods(snapshot) },
  ];
}

function addKeys(): string {
  return l10n.t(
    'To add the missing keys, run `oc edit configmap {0} -n {1}`.',
    peerPodsConfigMapName,
    operatorNamespace,
  );
}

function setProvider(): string {
  return l10n.t`Set CLOUD_PROVIDER to the name of your cloud provider. The operator creates pod VM images for ${formatNames(imageProviders(), 6)}.`;
}

function explainConfig(config: PeerPodsConfig | undefined, snapshot: Snapshot): Explanation {
  const docs = creatingPeerPodsConfigMap;
  if (config === undefined) return explainMissingConfig(snapshot);
  const { provider, knowledge, missing, missingForAdaptor } = config;
  if (provider === '')
    return {
      health: 'failed',
      headline: l10n.t`No cloud provider`,
      meaning: l10n.t`CLOUD_PROVIDER is missing or empty.`,
      todo: setProvider(),
      docs,
    };
  if (knowledge === undefined) {
    return {
      health: 'failed',
      headline: l10n.t`Unknown cloud provider`,
      meaning: l10n.t`Neither the operator nor cloud-api-adaptor recognizes CLOUD_PROVIDER "${sanitizeLine(provider, 60)}". Provider names are lowercase.`,
      todo: setProvider(),
      docs,
    };
  }
  if (missing.length > 0) {
    return {
      health: 'failed',
      headline: l10n.t`Missing ${formatNames(missing)}`,
      meaning: l10n.t`The operator requires ${formatNames(missing, 8)} to create the pod VM image.`,
      todo: addKeys(),
      docs,
    };
  }
  if (missingForAdaptor.length > 0) {
    return {
      health: 'attention',
      headline: l10n.t`Missing ${formatNames(missingForAdaptor)}`,
      meaning: l10n.t`cloud-api-adaptor requires ${formatNames(missingForAdaptor, 8)} to start.`,
      todo: addKeys(),
      docs,
    };
  }
  const invalid = findInvalidValue(config);
  if (invalid !== undefined) return { health: 'attention', ...invalid, docs };
  return {
    health: 'ok',
    headline: l10n.t`Complete for ${provider}`,
    meaning: l10n.t`All keys required for ${provider} are set. Only the cloud provider can verify their values.`,
    docs,
  };
}

function explainMissingConfig(snapshot: Snapshot): Explanation {
  const docs = creatingPeerPodsConfigMap;
  if (!isKnown(snapshot, 'configMaps')) return notSeen(snapshot, 'configMaps');
  if (indexSnapshot(snapshot).kataConfig?.enablePeerPods !== true)
    return {
      health: 'attention',
      headline: l10n.t`Not found`,
      meaning: l10n.t`PeerPod resources exist, but the ConfigMap with the cloud provider settings doesn't.`,
      docs,
    };
  return {
    health: 'failed',
    headline: l10n.t`Not found`,
    meaning: l10n.t`Peer pods are enabled, but the ConfigMap with the cloud provider settings doesn't exist.`,
    todo: l10n.t`Create ${peerPodsConfigMapName} in ${operatorNamespace}.`,
    docs,
  };
}

function explainSecret(snapshot: Snapshot): Explanation {
  if (!isKnown(snapshot, 'secrets')) return notSeen(snapshot, 'secrets');
  if (findItem(snapshot, 'secrets', 'peer-pods-secret') !== undefined) {
    const tokenProblem = explainMissingTokenVolume(snapshot);
    if (tokenProblem !== undefined) return tokenProblem;
    return {
      health: 'ok',
      headline: l10n.t`Exists`,
      meaning: l10n.t`The Secret with the cloud provider credentials exists. Its contents aren't checked.`,
      docs: creatingPeerPodsConfigMap,
    };
  }
  return {
    // A missing Secret is a failure only after a KataConfig enables peer pods.
    health: indexSnapshot(snapshot).kataConfig?.enablePeerPods === true ? 'failed' : 'attention',
    headline: l10n.t`Not found`,
    meaning: l10n.t`The cloud provider credentials are missing. The operator can't create the pod VM image, and no pod VM can start.`,
    todo: l10n.t`Create peer-pods-secret in ${operatorNamespace}.`,
    docs: creatingPeerPodsConfigMap,
  };
}

type ImageState = Omit<Explanation, 'docs'>;

function explainPodVmImage(config: PeerPodsConfig | undefined, snapshot: Snapshot): Explanation {
  return { ...(explainImageJobs(snapshot) ?? explainConfiguredImage(config, snapshot)), docs: verifyingImage };
}

function explainConfiguredImage(config: PeerPodsConfig | undefined, snapshot: Snapshot): ImageState {
  if (config === undefined)
    return {
      health: 'unknown',
      headline: l10n.t`Unknown`,
      meaning: l10n.t`The pod VM image is unknown because ${peerPodsConfigMapName} doesn't exist or can't be read.`,
    };
  if (config.image === '') return explainMissingImage(config, snapshot);
  return {
    health: 'ok',
    headline: sanitizeLine(config.image, 80),
    meaning: l10n.t`Pod VMs boot this image.`,
  };
}

/** Explains the jobs that create and delete the image. Returns undefined if they don't determine the state. */
function explainImageJobs(snapshot: Snapshot): ImageState | undefined {
  const creation = findItem(snapshot, 'jobs', 'osc-podvm-image-creation');
  const deletion = findItem(snapshot, 'jobs', 'osc-podvm-image-deletion');
  const logs = (job: string): string => `\`oc logs -n ${operatorNamespace} jobs/${job}\``;
  if (deletion !== undefined && deletion.active > 0) {
    return {
      health: 'busy',
      headline: l10n.t`Deleting`,
      meaning: l10n.t`A job is deleting the pod VM image from the cloud.`,
      todo: l10n.t`No action required. To view the job log, run ${logs('osc-podvm-image-deletion')}.`,
    };
  }
  if (creation !== undefined && isFailed(creation.conditions)) {
    return {
      health: 'failed',
      headline: l10n.t`Creation failed`,
      meaning: l10n.t`The job that creates the pod VM image failed.`,
      todo: l10n.t`To find the cause, run ${podLogs('osc-podvm-image-creation')}.`,
    };
  }
  if (creation === undefined || creation.active <= 0) return undefined;
  return {
    health: 'busy',
    headline: creation.failed > 0 ? l10n.t`Creating (retry)` : l10n.t`Creating`,
    meaning: l10n.t`A job is creating the pod VM image in the cloud. This can take a long time.`,
    next: l10n.t`The job writes the image ID to ${peerPodsConfigMapName}.`,
    todo: l10n.t`No action required. To view the job log, run ${logs('osc-podvm-image-creation')}.`,
  };
}

/** Explains why the ConfigMap contains no image. */
function explainMissingImage(config: PeerPodsConfig, snapshot: Snapshot): ImageState {
  const { kataConfig } = indexSnapshot(snapshot);
  const reason = kataConfig?.inProgress?.reason.toLowerCase();
  if (reason === 'podvmimagejobfailed') {
    const hindrance = imageHindrance(snapshot);
    return {
      health: 'failed',
      headline: l10n.t`Creation failed`,
      meaning: hindrance ?? l10n.t`The operator reports that pod VM image creation failed.`,
      todo:
        hindrance === undefined
          ? l10n.t`To find the cause, run ${podLogs('osc-podvm-image-creation')}.`
          : l10n.t`Add the missing configuration. The operator retries automatically.`,
    };
  }
  if (config.knowledge !== undefined && config.knowledge.imageBuild !== 'yes') {
    return {
      health: 'attention',
      headline: l10n.t`Not found`,
      meaning: l10n.t`The operator doesn't create images for ${config.provider}.`,
      ...(config.knowledge.imageKey === undefined
        ? {}
        : {
            todo: l10n.t`Create an image and set ${config.knowledge.imageKey} in ${peerPodsConfigMapName} to its ID.`,
          }),
    };
  }
  if (kataConfig?.enablePeerPods !== true || kataConfig.deleting !== undefined) {
    return {
      health: 'ok',
      missing: 'none',
      headline: l10n.t`Not found`,
      meaning: l10n.t`No image is set. The operator creates one when a KataConfig sets enablePeerPods: true.`,
    };
  }
  return {
    health: 'busy',
    headline: l10n.t`Not created yet`,
    meaning: l10n.t`No image is set.`,
    next: l10n.t`The operator creates the image after Kata is installed on the nodes.`,
  };
}

function isFailed(conditions: Parameters<typeof findStatusCondition>[0]): boolean {
  return findStatusCondition(conditions, 'Failed')?.status === 'True';
}

function explainLimit(config: PeerPodsConfig | undefined): Explanation {
  const docs = modifyingVmLimit;
  const limit = config?.limit;
  if (limit === undefined)
    return {
      health: 'ok',
      headline: '10',
      meaning: l10n.t`PEERPODS_LIMIT_PER_NODE isn't set. The default is 10 pod VMs per node.`,
      docs,
    };
  if (!/^\d{1,6}$/.test(limit.trim())) {
    return {
      health: 'attention',
      headline: sanitizeLine(limit, 40),
      meaning: l10n.t`PEERPODS_LIMIT_PER_NODE isn't an integer. The resulting behavior isn't documented.`,
      todo: l10n.t`Set PEERPODS_LIMIT_PER_NODE to an integer.`,
      docs,
    };
  }
  return {
    health: 'ok',
    headline: limit.trim(),
    meaning: l10n.t`Maximum number of pod VMs per node.`,
    docs,
  };
}

function explainPods(snapshot: Snapshot): Explanation {
  const { state, asOf } = snapshot.peerPods;
  const none = l10n.t({ message: 'None', args: [], comment: ['The number of VMs of peer pods: zero.'] });
  if (state.kind === 'absent')
    return {
      health: 'ok',
      missing: 'none',
      headline: none,
      meaning: l10n.t`The PeerPod CRD isn't installed, so no PeerPods exist. The CRD is part of the operator installation.`,
    };
  if (asOf === undefined) return notSeen(snapshot, 'peerPods');
  const pods = listItems(snapshot, 'peerPods');
  const leaving = pods.filter(({ deleting }) => deleting !== undefined).length;
  if (pods.length === 0)
    return {
      health: 'ok',
      missing: 'none',
      headline: none,
      meaning: l10n.t`No pod VMs exist.`,
    };
  const all = formatCount(pods.length, 'PeerPod');
  return {
    health: 'ok',
    headline: formatCount(pods.length, 'virtual machine'),
    meaning:
      leaving === 0
        ? l10n.t`${all}, one per pod VM.`
        : selectPlural(
            leaving,
            l10n.t`${all}, one per pod VM. ${leaving} is being deleted.`,
            l10n.t`${all}, one per pod VM. ${leaving} are being deleted.`,
          ),
  };
}

function notSeen(snapshot: Snapshot, kind: WatchedKindId): Explanation {
  const { state } = snapshot[kind];
  if (state.kind === 'forbidden')
    return {
      health: 'unknown',
      missing: 'notAllowed',
      headline: l10n.t`No permission`,
      meaning: l10n.t`You don't have permission to ${state.verb} this resource.`,
    };
  // In a must-gather, this state is final.
  return state.kind === 'idle'
    ? {
        health: 'unknown',
        missing: 'notCollected',
        headline: l10n.t`Unknown`,
        meaning: l10n.t`No data was collected for this item.`,
      }
    : { health: 'unknown', headline: l10n.t`Not read yet`, meaning: l10n.t`Data for this item hasn't been read yet.` };
}
