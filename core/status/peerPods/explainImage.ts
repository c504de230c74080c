/**
 * Explains the KataConfig conditions about the pod VM image. Sources: domain/01-kataconfig.md 1.5 (4-8, 12-15); OSC
 * 1.12 §3.4, §4.3.
 */
import * as l10n from '@vscode/l10n';
import { statusMessages, verifyingImage } from '#core/product/docSections.ts';
import { operatorNamespace } from '#core/product/namespaces.ts';
import type { StatusCondition } from '#core/cluster/objects/clusterObject.ts';
import type { Snapshot } from '#core/cluster/snapshot.ts';
import { formatNames } from '#core/text/phrases.ts';
import type { Explanation } from '../explanation.ts';
import { imageHindrance, imageProviders, getPeerPodsConfig } from './peerPodsConfig.ts';
import { joinSentences } from '#core/text/grammar.ts';

/** Reasons in lowercase. */
export const imageReasons = [
  'podvmimagejobrunning',
  'podvmimagejobcompleted',
  'podvmimagejobfailed',
  'podvmimagejobstatusunknown',
  'podvmimageunsupportedprovider',
] as const;

/**
 * Returns the command to read the logs of an image job. Selects the pods by label, because the operator deletes the job
 * but not its pods.
 */
export function podLogs(job: string): string {
  return `\`oc logs -n ${operatorNamespace} -l job-name=${job} --tail=-1\``;
}

type ImageState = Omit<Explanation, 'docs'> & Partial<Pick<Explanation, 'docs'>>;

/** The job that a condition is about. */
interface ImageJob {
  readonly name: string;
  /** True if the job deletes the image. Otherwise, it creates the image. */
  readonly isRemoving: boolean;
}

/**
 * Explains a condition about the image.
 * @param leaving whether the KataConfig is being deleted
 */
export function explainImage({ reason, message }: StatusCondition, leaving: boolean, snapshot: Snapshot): Explanation {
  // Both jobs have the same reasons. The message identifies the job. If it doesn't, a deletion of the KataConfig does.
  const isRemoving = /delet/i.test(message) || (leaving && !/creat/i.test(message));
  const job: ImageJob = { name: `osc-podvm-image-${isRemoving ? 'deletion' : 'creation'}`, isRemoving };
  return { docs: verifyingImage, ...explainReason(reason.toLowerCase(), job, snapshot) };
}

/**
 * Explains a reason.
 * @param reason in lowercase
 */
function explainReason(reason: string, job: ImageJob, snapshot: Snapshot): ImageState {
  switch (reason) {
    case 'podvmimagejobrunning':
      return explainRunningJob(job);
    case 'podvmimagejobcompleted':
      return explainCompletedJob(job);
    case 'podvmimagejobfailed':
      return explainFailedJob(job, snapshot);
    case 'podvmimageunsupportedprovider':
      return explainUnsupportedProvider(job, snapshot);
    default:
      return explainUnknownJob(job);
  }
}

function explainRunningJob({ name, isRemoving }: ImageJob): ImageState {
  const logs = `\`oc logs -n ${operatorNamespace} jobs/${name}\``;
  return {
    health: 'busy',
    headline: isRemoving ? l10n.t`Deleting pod VM image` : l10n.t`Creating pod VM image`,
    meaning: isRemoving
      ? l10n.t`A job is deleting the pod VM image from the cloud.`
      : l10n.t`Node installation is complete. A job is creating the pod VM image in the cloud. This can take a long time.`,
    next: isRemoving
      ? l10n.t`When the job completes, the KataConfig is deleted.`
      : l10n.t`The job writes the image ID to peer-pods-cm. The operator then deploys cloud-api-adaptor and the peer pods webhook, and creates the kata-remote runtime class.`,
    todo: l10n.t`No action required. To view the job log, run ${logs}.`,
  };
}

function explainCompletedJob({ isRemoving }: ImageJob): ImageState {
  return {
    health: 'busy',
    headline: isRemoving ? l10n.t`Pod VM image deleted` : l10n.t`Pod VM image created`,
    meaning: isRemoving
      ? l10n.t`The pod VM image has been deleted from the cloud.`
      : l10n.t`The pod VM image is available.`,
    next: isRemoving
      ? l10n.t`The operator deletes the remaining resources. The KataConfig is then deleted.`
      : l10n.t`The operator deploys cloud-api-adaptor and the peer pods webhook, and creates the kata-remote runtime class.`,
  };
}

function explainFailedJob({ name, isRemoving }: ImageJob, snapshot: Snapshot): ImageState {
  const ofPods = podLogs(name);
  const events = `\`oc get events -n ${operatorNamespace} --field-selector involvedObject.name=${name}\``;
  if (isRemoving) {
    return {
      health: 'failed',
      headline: l10n.t`Pod VM image not deleted`,
      meaning: l10n.t`The job that deletes the pod VM image failed. The image might still exist in the cloud and incur costs.`,
      todo: l10n.t`To find the cause, run ${ofPods} and ${events}. Check your cloud account for the image.`,
    };
  }
  const hindrance = imageHindrance(snapshot);
  const kept = l10n.t`The operator couldn't create the pod VM image. The kata runtime class works on the nodes, but kata-remote doesn't.`;
  return {
    health: 'failed',
    headline: l10n.t`Pod VM image creation failed`,
    meaning: joinSentences(kept, hindrance ?? ''),
    todo:
      hindrance === undefined
        ? l10n.t`To find the cause, run ${ofPods} and ${events}.`
        : l10n.t`Add the missing configuration. The operator retries automatically.`,
  };
}

function explainUnsupportedProvider({ isRemoving }: ImageJob, snapshot: Snapshot): ImageState {
  const provider = (getPeerPodsConfig(snapshot)?.provider ?? '').slice(0, 60);
  const clouds = formatNames(imageProviders(), 6);
  return {
    health: 'attention',
    headline: l10n.t`No pod VM image for this cloud provider`,
    meaning:
      provider === ''
        ? l10n.t`The operator creates images only for ${clouds}. CLOUD_PROVIDER in peer-pods-cm isn't set or can't be read.`
        : l10n.t`The operator creates images only for ${clouds}, but CLOUD_PROVIDER in peer-pods-cm is "${provider}".`,
    todo: isRemoving
      ? l10n.t`If you created an image yourself, delete it manually.`
      : l10n.t`Correct CLOUD_PROVIDER (lowercase), or create an image yourself and set its ID in peer-pods-cm.`,
    docs: statusMessages,
  };
}

function explainUnknownJob({ name, isRemoving }: ImageJob): ImageState {
  return {
    health: 'unknown',
    headline: l10n.t`Pod VM image state unknown`,
    meaning: isRemoving
      ? l10n.t`The job that deletes the pod VM image is neither running nor finished.`
      : l10n.t`The job that creates the pod VM image is neither running nor finished.`,
    next: l10n.t`The operator retries automatically.`,
    todo: l10n.t("If the state doesn't change, run `oc describe job {0} -n {1}`.", name, operatorNamespace),
  };
}
