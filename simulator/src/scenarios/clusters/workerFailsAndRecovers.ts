import { createKataConfig, untilDone, untilReason } from '../engine/commonSteps.ts';
import type { Scenario } from '../engine/scenario.ts';
import { twoWorkers } from './twoWorkers.ts';

/** A node that is degraded for a while. The text is one that was seen: openshift/sandboxed-containers-operator#113. */
export const workerFailsAndRecovers: Scenario = {
  ...twoWorkers,
  name: 'worker-fails-and-recovers',
  summary: 'Two workers; worker-0 cannot take the extension at first, is degraded for some minutes, and then can',
  behaviour: {
    ...twoWorkers.behaviour,
    nodeFailures: [
      { node: 'worker-0', pool: 'kata-oc', reason: 'invalid extensions found: [sandboxed-containers]', times: 3 },
    ],
  },
  steps: [createKataConfig(), untilReason('Failed'), untilDone],
};
