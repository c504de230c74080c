import { installOperator } from '#simulator/scenarios/engine/commonSteps.ts';
import { defaultBehaviour } from '#simulator/controllers/framework/behaviour.ts';
import type { Scenario } from '#simulator/scenarios/engine/scenario.ts';
import { wrongInstall } from '../faultSteps.ts';

/** Scenario in which a network policy or a proxy blocks the connection between the API and the webhook. */
export const webhookSilent: Scenario = wrongInstall(
  'install-webhook-silent',
  'Two workers, operator installed. Its webhook never responds, so every KataConfig is rejected with status 500.',
  {
    behaviour: { ...defaultBehaviour, webhook: 'timesOut' },
    prelude: [...installOperator],
    steps: [{ wait: 60_000 }],
  },
);
