import { defaultBehaviour } from '#simulator/controllers/framework/behaviour.ts';
import { createKataConfig, deleteKataConfig, installOperator, untilDone, untilGone } from '../engine/commonSteps.ts';
import { preparePeerPodsOn } from '../initialObjects/peerPodsObjects.ts';
import { createPlatform } from '../initialObjects/platform.ts';
import { administrator, type Scenario } from '../engine/scenario.ts';

/** Scenario with pods that run in VMs in the cloud. The condition is worded as in the documentation of peer pods. */
export const peerPods: Scenario = {
  name: 'peer-pods',
  summary: 'AWS, two workers, operator installed, peer-pods-cm and peer-pods-secret created, no KataConfig.',
  behaviour: { ...defaultBehaviour, wording: 'documents' },
  user: administrator,
  objects: (now) => createPlatform({ workers: 2, platform: 'AWS' }, now),
  prelude: [...installOperator, ...preparePeerPodsOn('aws')],
  steps: [createKataConfig({ enablePeerPods: true }), untilDone, { wait: 60_000 }, deleteKataConfig, untilGone],
};
