import { createNamespace, createOperatorGroup, subscribe } from '#simulator/scenarios/engine/commonSteps.ts';
import { defaultBehaviour } from '#simulator/controllers/framework/behaviour.ts';
import type { Scenario } from '#simulator/scenarios/engine/scenario.ts';
import { untilCsv, wrongInstall } from '../faultSteps.ts';

/** Scenario in which the operator image can't be pulled. OLM waits for the Deployment until the timeout. */
export const operatorImageMissing: Scenario = wrongInstall(
  'install-operator-image-missing',
  "Two workers. The operator image can't be pulled, and the CSV fails after 5 minutes.",
  {
    behaviour: { ...defaultBehaviour, missingImages: ['osc-rhel9-operator'] },
    prelude: [createNamespace, createOperatorGroup, subscribe()],
    steps: [untilCsv('InstallWaiting'), untilCsv('InstallCheckFailed')],
  },
);
