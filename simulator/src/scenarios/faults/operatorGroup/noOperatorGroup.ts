import {
  createNamespace,
  createOperatorGroup,
  subscribe,
  untilInstalled,
} from '#simulator/scenarios/engine/commonSteps.ts';
import type { Scenario } from '#simulator/scenarios/engine/scenario.ts';
import { settle, wrongInstall } from '../faultSteps.ts';

/** OLM stays silent. */
export const noOperatorGroup: Scenario = wrongInstall(
  'install-no-operator-group',
  'Two workers, a Subscription without an OperatorGroup: nothing happens, and nobody says so',
  {
    prelude: [createNamespace, subscribe(), settle],
    steps: [createOperatorGroup, untilInstalled],
  },
);
