/**
 * The conditions that speak of the image of pod VMs. Sources: domain/01-kataconfig.md 1.5 (4-8, 12-15); OSC 1.12 §3.4,
 * §4.3.
 */
import * as l10n from '@vscode/l10n';
import { statusMessages, verifyingImage } from '#core/product/docSections.ts';
import { operatorNamespace } from '#core/product/namespaces.ts';
import type { StatusCondition } from '#core/cluster/objects/clusterObject.ts';
import type { Snapshot } from '#core/cluster/snapshot.ts';
import { namesWords } from '#core/text/phrases.ts';
import type { Explanation } from '../explanation.ts';
import { imageHindrance, imageProviders, getPeerPodsConfig } from './peerPodsConfig.ts';

/** Lower-case reasons. */
export const imageReasons = [
  'podvmimagejobrunning',
  'podvmimagejobcompleted',
  'podvmimagejobfailed',
  'podvmimagejobstatusunknown',
  'podvmimageunsupportedprovider',
] as const;

/** How to read what a job of the image wrote when the operator has removed it, and left its pods. */
export function podLogs(job: string): string {
  return `\`oc logs -n ${operatorNamespace} -l job-name=${job} --tail=-1\``;
}

type ImageState = Omit<Explanation, 'docs'> & Partial<Pick<Explanation, 'docs'>>;

/** The job that a condition is about. */
interface ImageJob {
  readonly name: string;
  /** It removes the image; otherwise it creates it. */
  readonly isRemoving: boolean;
}

/** Explains a condition of the image. @param leaving whether the KataConfig is being deleted */
export function explainImage({ reason, message }: StatusCondition, leaving: boolean, snapshot: Snapshot): Explanation {
  // The same reasons stand for both jobs: the message says which. Where it says neither, the deletion does.
  const isRemoving = /delet/i.test(message) || (leaving && !/creat/i.test(message));
  const job: ImageJob = { name: `osc-podvm-image-${isRemoving ? 'deletion' : 'creation'}`, isRemoving };
  return { docs: verifyingImage, ...explainReason(reason.toLowerCase(), job, snapshot) };
}

/** @param reason in lower case */
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
    headline: isRemoving ? l10n.t`Removing the pod VM image` : l10n.t`Making the pod VM image`,
    meaning: isRemoving
      ? l10n.t`A job removes the image of pod VMs from the cloud.`
      : l10n.t`The nodes are done; a job makes the image that pod VMs start from. That can take a long time: it is made in the cloud.`,
    next: isRemoving
      ? l10n.t`When the job is done, the KataConfig goes.`
      : l10n.t`The job writes the id of the image into peer-pods-cm; then cloud-api-adaptor, the webhook and the runtime class kata-remote come.`,
    todo: l10n.t`Nothing. To watch it: ${logs}.`,
  };
}

function explainCompletedJob({ isRemoving }: ImageJob): ImageState {
  return {
    health: 'busy',
    headline: isRemoving ? l10n.t`Pod VM image removed` : l10n.t`Pod VM image made`,
    meaning: isRemoving ? l10n.t`The image of pod VMs is gone from the cloud.` : l10n.t`The image of pod VMs is there.`,
    next: isRemoving
      ? l10n.t`The operator removes what is left, and the KataConfig goes.`
      : l10n.t`Cloud-api-adaptor, the webhook and the runtime class kata-remote come.`,
  };
}

function explainFailedJob({ name, isRemoving }: ImageJob, snapshot: Snapshot): ImageState {
  const ofPods = podLogs(name);
  const events = `\`oc get events -n ${operatorNamespace} --field-selector involvedObject.name=${name}\``;
  if (isRemoving) {
    return {
      health: 'failed',
      headline: l10n.t`Pod VM image not removed`,
      meaning: l10n.t`The job that removes the image of pod VMs failed: the image may still be in the cloud, and cost money.`,
      todo: l10n.t`Read what went wrong: ${ofPods} and ${events}; look into the account of your cloud for the image.`,
    };
  }
  const hindrance = imageHindrance(snapshot);
  const kept = l10n.t`The image of pod VMs could not be made: kata works on the nodes, kata-remote does not.`;
  return {
    health: 'failed',
    headline: l10n.t`Pod VM image failed`,
    meaning: hindrance === undefined ? kept : `${kept} ${hindrance}`,
    todo:
      hindrance === undefined
        ? l10n.t`Read what went wrong: ${ofPods} and ${events}.`
        : l10n.t`Add the missing configuration. The operator retries automatically.`,
  };
}

function explainUnsupportedProvider({ isRemoving }: ImageJob, snapshot: Snapshot): ImageState {
  const provider = (getPeerPodsConfig(snapshot)?.provider ?? '').slice(0, 60);
  const clouds = namesWords(imageProviders(), 6);
  return {
    health: 'attention',
    headline: l10n.t`No pod VM image for this cloud`,
    meaning:
      provider === ''
        ? l10n.t`The operator makes images for ${clouds} only; CLOUD_PROVIDER of peer-pods-cm says nothing, or cannot be seen.`
        : l10n.t`The operator makes images for ${clouds} only, and CLOUD_PROVIDER of peer-pods-cm is "${provider}".`,
    todo: isRemoving
      ? l10n.t`Remove the image yourself, if you made one.`
      : l10n.t`Correct CLOUD_PROVIDER (lower case), or make an image yourself and write its id into peer-pods-cm.`,
    docs: statusMessages,
  };
}

function explainUnknownJob({ name, isRemoving }: ImageJob): ImageState {
  return {
    health: 'unknown',
    headline: l10n.t`Pod VM image: state unknown`,
    meaning: isRemoving
      ? l10n.t`The job that removes the image of pod VMs is neither running nor ended.`
      : l10n.t`The job that makes the image of pod VMs is neither running nor ended.`,
    next: l10n.t`The operator retries automatically.`,
    todo: l10n.t`If it stays so: \`oc describe job ${name} -n ${operatorNamespace}\`.`,
  };
}
