import { createKataConfig, untilDone, untilReason } from '../engine/commonSteps.ts';
import type { Scenario } from '../engine/scenario.ts';
import { twoWorkers } from './twoWorkers.ts';

/**
 * Scenario in which a node is degraded for some time. The message comes from a real report:
 * openshift/sandboxed-containers-operator#113.
 */
export const workerFailsAndRecovers: Scenario = {
  ...twoWorkers,
  name: 'worker-fails-and-recovers',
  summary:
    'Two workers. The installation of the RHCOS extension on worker-0 fails, and the node recovers after a few minutes.',
  behaviour: {
    ...twoWorkers.behaviour,
    nodeFailures: [
      { node: 'worker-0', pool: 'kata-oc', reason: 'invalid extensions found: [sandboxed-containers]', times: 3 },
    ],
  },
  steps: [createKataConfig(), untilReason('Failed'), untilDone],
};
