/** OSC 1.12 §3.4. */
import { verifyingImage } from '../../docSections.ts';
import { peerPodsParts } from '../../live/status/peerPodsParts.ts';
import { surroundingsOf } from '../../live/status/surroundings.ts';
import { defineLogDiagnosis } from '../logDiagnosis.ts';

export const logImageJob = defineLogDiagnosis({
  id: 'log-image-job',
  title: 'The job of the pod VM image says why it failed',
  likelihood: 88,
  places: ['imageJob'],
  pattern: /(?:^|\s)(?:error|fatal|failed to)\b[^\n]{3,}/i,
  about: 'Pod VM image',
  meaning: 'The job that makes the image of pod VMs ended with an error.',
  todo: 'Read these lines, and what stands before them in the log: it names what the job could not do.',
  docs: verifyingImage,
  when: (snapshot) =>
    surroundingsOf(snapshot).kataConfig?.inProgress?.reason.toLowerCase() === 'podvmimagejobfailed' ||
    peerPodsParts(snapshot).some(({ id, health }) => id === 'podVmImage' && health === 'failed'),
});
