import { createNamespace, createOperatorGroup, subscribe } from '#simulator/scenarios/engine/commonSteps.ts';
import { defaultBehaviour } from '#simulator/controllers/framework/behaviour.ts';
import type { Scenario } from '#simulator/scenarios/engine/scenario.ts';
import { untilCsv, wrongInstall } from '../faultSteps.ts';

/** The requirements say which version it asks for. */
export const clusterTooOld: Scenario = wrongInstall(
  'install-cluster-too-old',
  'Two workers, the operator asks for a newer Kubernetes than the cluster is: its release stays Pending',
  {
    behaviour: { ...defaultBehaviour, minKubeVersion: '1.36.0' },
    prelude: [createNamespace, createOperatorGroup, subscribe()],
    steps: [untilCsv('RequirementsNotMet')],
  },
);
