import { defaultBehaviour } from '#simulator/controllers/framework/behaviour.ts';
import { createKataConfig, payments, runWorkload, untilDone } from '../engine/commonSteps.ts';
import { discoverFeatures } from '../engine/nodeFeatureSteps.ts';
import type { Scenario } from '../engine/scenario.ts';
import { twoWorkers } from './twoWorkers.ts';

/**
 * Scenario in which node eligibility wasn't checked and Kata is installed on a node that can't run it. The steps move
 * the pods to the other node.
 */
export const sandboxesFail: Scenario = {
  ...twoWorkers,
  name: 'sandboxes-fail',
  summary:
    'Two workers with Kata installed. Virtualization is disabled in the firmware of worker-1, so its sandboxes fail. The journal shows the cause.',
  behaviour: { ...defaultBehaviour, nodesWithoutVirtualization: ['worker-1'] },
  prelude: [
    ...twoWorkers.prelude,
    discoverFeatures(),
    createKataConfig(),
    untilDone,
    ...runWorkload.slice(0, 2),
    { until: { ...payments, path: 'status.availableReplicas', is: 1 } },
    { wait: 240_000 },
  ],
  steps: [
    {
      patch: payments,
      with: { spec: { template: { spec: { nodeSelector: { 'kubernetes.io/hostname': 'worker-0' } } } } },
    },
    { until: { ...payments, path: 'status.availableReplicas', is: 2 } },
    { wait: 60_000 },
  ],
};
