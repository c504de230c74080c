import { createNamespace, createOperatorGroup, subscribe } from '#simulator/scenarios/engine/commonSteps.ts';
import { defaultBehaviour } from '#simulator/controllers/framework/behaviour.ts';
import type { Scenario } from '#simulator/scenarios/engine/scenario.ts';
import { untilCsv, wrongInstall } from '../faultSteps.ts';

/**
 * Scenario in which the cluster is too old for the operator. The requirement status contains the version that the
 * operator requires.
 */
export const clusterTooOld: Scenario = wrongInstall(
  'install-cluster-too-old',
  'Two workers. The operator requires a later Kubernetes version, so its CSV stays Pending.',
  {
    behaviour: { ...defaultBehaviour, minKubeVersion: '1.36.0' },
    prelude: [createNamespace, createOperatorGroup, subscribe()],
    steps: [untilCsv('RequirementsNotMet')],
  },
);
