import {
  createKataConfig,
  createNamespace,
  createOperatorGroup,
  subscribe,
  untilDone,
  untilInstalled,
} from '#simulator/scenarios/engine/commonSteps.ts';
import { defaultBehaviour } from '#simulator/controllers/framework/behaviour.ts';
import type { Scenario } from '#simulator/scenarios/engine/scenario.ts';
import { wrongInstall } from '../faultSteps.ts';

/** Scenario with a webhook that responds late. A KataConfig that is created too early is rejected with 500. */
export const webhookSlow: Scenario = wrongInstall(
  'install-webhook-slow',
  'Two workers, operator not installed. The operator webhook responds 90 seconds after its pod is ready.',
  {
    behaviour: { ...defaultBehaviour, timings: { ...defaultBehaviour.timings, endpoints: 90_000 } },
    prelude: [],
    steps: [createNamespace, createOperatorGroup, subscribe(), untilInstalled, createKataConfig(), untilDone],
  },
);
