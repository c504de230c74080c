import { createKataConfig, installOperator, untilDone } from '#simulator/scenarios/engine/commonSteps.ts';
import { reasonAnnotation, stateAnnotation } from '#simulator/controllers/nodes/nodeAnnotations.ts';
import { nodes } from '#simulator/controllers/framework/resourceNames.ts';
import type { Scenario } from '#simulator/scenarios/engine/scenario.ts';
import { settle, wrongInstall } from '../faultSteps.ts';

const node = { resource: nodes, name: 'worker-1' };

/** Scenario with a degraded node. The pool of the node reports the problem before the installation starts. */
export const nodeDegraded: Scenario = wrongInstall(
  'install-node-degraded',
  'Two workers, operator installed. worker-1 has been degraded since an earlier update.',
  {
    prelude: [
      ...installOperator,
      {
        patch: node,
        with: {
          metadata: {
            annotations: {
              [stateAnnotation]: 'Degraded',
              [reasonAnnotation]:
                'failed to drain node: worker-1 after 1 hour. Please see machine-config-controller logs for more information',
            },
          },
        },
      },
      settle,
    ],
    steps: [
      { patch: node, with: { metadata: { annotations: { [stateAnnotation]: 'Done', [reasonAnnotation]: '' } } } },
      settle,
      createKataConfig(),
      untilDone,
    ],
  },
);
