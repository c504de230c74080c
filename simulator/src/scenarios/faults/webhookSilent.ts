import { installOperator } from '../actions.ts';
import { quickCluster } from '#simulator/controllers/behaviour.ts';
import type { Scenario } from '../scenario.ts';
import { wrongInstall } from './parts.ts';

/** A network policy, or a proxy, between the API and the webhook. */
export const webhookSilent: Scenario = wrongInstall(
  'install-webhook-silent',
  'Two workers, the operator installed, and its webhook never answers: every KataConfig is refused with 500',
  {
    behaviour: { ...quickCluster, webhook: 'timesOut' },
    prelude: [...installOperator],
    steps: [{ wait: 60_000 }],
  },
);
