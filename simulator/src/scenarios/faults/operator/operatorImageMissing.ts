import { createNamespace, createOperatorGroup, subscribe } from '#simulator/scenarios/engine/commonSteps.ts';
import { defaultBehaviour } from '#simulator/controllers/framework/behaviour.ts';
import type { Scenario } from '#simulator/scenarios/engine/scenario.ts';
import { untilCsv, wrongInstall } from '../faultSteps.ts';

/** OLM waits for the Deployment as long as it may. */
export const operatorImageMissing: Scenario = wrongInstall(
  'install-operator-image-missing',
  'Two workers, the image of the operator cannot be fetched: its release waits for five minutes and fails',
  {
    behaviour: { ...defaultBehaviour, missingImages: ['osc-rhel9-operator'] },
    prelude: [createNamespace, createOperatorGroup, subscribe()],
    steps: [untilCsv('InstallWaiting'), untilCsv('InstallCheckFailed')],
  },
);
