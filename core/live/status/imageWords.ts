/** The conditions that speak of the image of pod VMs. Sources: domain/01-kataconfig.md 1.5 (4-8, 12-15); OSC 1.12 §3.4, §4.3. */
import { statusMessages, verifyingImage } from '../../docSections.ts';
import { operatorNamespace } from '../../namespaces.ts';
import type { Condition } from '../object.ts';
import type { Snapshot } from '../snapshot.ts';
import { namesWords } from '../words.ts';
import type { Explanation } from './explanation.ts';
import { imageHindrance, imageProviders, peerPodsConfigOf } from './peerPodsKeys.ts';

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

/** Says what a condition of the image means. @param leaving whether the KataConfig is being deleted */
export function explainImage({ reason, message }: Condition, leaving: boolean, snapshot: Snapshot): Explanation {
  // The same reasons stand for both jobs: the message says which. Where it says neither, the deletion does.
  const removing = /delet/i.test(message) || (leaving && !/creat/i.test(message));
  const job = `osc-podvm-image-${removing ? 'deletion' : 'creation'}`;
  const logs = `\`oc logs -n ${operatorNamespace} jobs/${job}\``;
  const events = `\`oc get events -n ${operatorNamespace} --field-selector involvedObject.name=${job}\``;
  switch (reason.toLowerCase()) {
    case 'podvmimagejobrunning':
      return {
        health: 'busy',
        headline: removing ? 'Removing the pod VM image' : 'Making the pod VM image',
        meaning: removing
          ? 'A job removes the image of pod VMs from the cloud.'
          : 'The nodes are done; a job makes the image that pod VMs start from. That can take a long time: it is made in the cloud.',
        next: removing
          ? 'When the job is done, the KataConfig goes.'
          : 'The job writes the id of the image into peer-pods-cm; then cloud-api-adaptor, the webhook and the runtime class kata-remote come.',
        todo: `Nothing. To watch it: ${logs}.`,
        docs: verifyingImage,
      };
    case 'podvmimagejobcompleted':
      return {
        health: 'busy',
        headline: removing ? 'Pod VM image removed' : 'Pod VM image made',
        meaning: removing ? 'The image of pod VMs is gone from the cloud.' : 'The image of pod VMs is there.',
        next: removing
          ? 'The operator removes what is left, and the KataConfig goes.'
          : 'Cloud-api-adaptor, the webhook and the runtime class kata-remote come.',
        docs: verifyingImage,
      };
    case 'podvmimagejobfailed': {
      const hindrance = removing ? undefined : imageHindrance(snapshot);
      return {
        health: 'failed',
        headline: removing ? 'Pod VM image not removed' : 'Pod VM image failed',
        meaning: removing
          ? 'The job that removes the image of pod VMs failed: the image may still be in the cloud, and cost money.'
          : `The image of pod VMs could not be made: kata works on the nodes, kata-remote does not.${hindrance === undefined ? '' : ` ${hindrance}`}`,
        todo:
          hindrance === undefined
            ? `Read what went wrong: ${podLogs(job)} and ${events}${removing ? '; look into the account of your cloud for the image.' : '.'}`
            : 'Add what is missing; the operator looks again.',
        docs: verifyingImage,
      };
    }
    case 'podvmimageunsupportedprovider': {
      const provider = peerPodsConfigOf(snapshot)?.provider ?? '';
      return {
        health: 'attention',
        headline: 'No pod VM image for this cloud',
        meaning:
          `The operator makes images for ${namesWords(imageProviders(), 6)} only` +
          (provider === ''
            ? '; CLOUD_PROVIDER of peer-pods-cm says nothing, or cannot be seen.'
            : `, and CLOUD_PROVIDER of peer-pods-cm is "${provider.slice(0, 60)}".`),
        todo: removing
          ? 'Remove the image yourself, if you made one.'
          : 'Correct CLOUD_PROVIDER (lower case), or make an image yourself and write its id into peer-pods-cm.',
        docs: statusMessages,
      };
    }
    default:
      return {
        health: 'unknown',
        headline: 'Pod VM image: state unknown',
        meaning: `The job that ${removing ? 'removes' : 'makes'} the image of pod VMs is neither running nor ended.`,
        next: 'The operator looks again by itself.',
        todo: `If it stays so: \`oc describe job ${job} -n ${operatorNamespace}\`.`,
        docs: verifyingImage,
      };
  }
}
