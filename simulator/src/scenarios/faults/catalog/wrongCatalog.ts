import { createNamespace, createOperatorGroup, untilInstalled } from '#simulator/scenarios/engine/commonSteps.ts';
import type { Scenario } from '#simulator/scenarios/engine/scenario.ts';
import { subscribeAgain, subscribeWith, theSubscription, untilSubscription, wrongInstall } from '../faultSteps.ts';

/** The package is in a different catalog. */
export const wrongCatalog: Scenario = wrongInstall(
  'install-wrong-catalogue',
  "Two workers. The subscription names a catalog that doesn't contain the package.",
  {
    prelude: [
      createNamespace,
      createOperatorGroup,
      subscribeWith({ source: 'certified-operators' }),
      untilSubscription('ResolutionFailed', 'ConstraintsNotSatisfiable'),
    ],
    steps: [{ delete: theSubscription }, subscribeAgain, untilInstalled],
  },
);
