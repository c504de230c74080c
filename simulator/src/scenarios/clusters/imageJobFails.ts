import { createKataConfig, untilReason } from '../engine/commonSteps.ts';
import { peerPods } from './peerPods.ts';
import type { Scenario } from '../engine/scenario.ts';

/** No image, no peer pods. */
export const imageJobFails: Scenario = {
  ...peerPods,
  name: 'image-job-fails',
  summary: 'AWS, two workers, peer pods prepared; the job that makes the pod VM image fails',
  behaviour: { ...peerPods.behaviour, imageCreation: 'fails' },
  steps: [createKataConfig({ enablePeerPods: true }), untilReason('PodVMImageJobFailed')],
};
