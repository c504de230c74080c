import { createKataConfig, untilReason } from '../engine/commonSteps.ts';
import { peerPods } from './peerPods.ts';
import type { Scenario } from '../engine/scenario.ts';

/** Scenario in which the creation of the pod VM image fails, so that peer pods aren't available. */
export const imageJobFails: Scenario = {
  ...peerPods,
  name: 'image-job-fails',
  summary: 'AWS, two workers, peer pods configured. The pod VM image creation job fails.',
  behaviour: { ...peerPods.behaviour, imageCreation: 'fails' },
  steps: [createKataConfig({ enablePeerPods: true }), untilReason('PodVMImageJobFailed')],
};
