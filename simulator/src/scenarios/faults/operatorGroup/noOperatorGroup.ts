import {
  createNamespace,
  createOperatorGroup,
  subscribe,
  untilInstalled,
} from '#simulator/scenarios/engine/commonSteps.ts';
import type { Scenario } from '#simulator/scenarios/engine/scenario.ts';
import { settle, wrongInstall } from '../faultSteps.ts';

/** Scenario without an OperatorGroup. OLM doesn't report this problem. */
export const noOperatorGroup: Scenario = wrongInstall(
  'install-no-operator-group',
  'Two workers, subscription without an OperatorGroup. OLM installs nothing and reports no error.',
  {
    prelude: [createNamespace, subscribe(), settle],
    steps: [createOperatorGroup, untilInstalled],
  },
);
