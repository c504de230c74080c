import { createNamespace, createOperatorGroup, untilInstalled } from '#simulator/scenarios/engine/commonSteps.ts';
import type { Scenario } from '#simulator/scenarios/engine/scenario.ts';
import { subscribeAgain, subscribeWith, theSubscription, untilSubscription, wrongInstall } from '../faultSteps.ts';

/** Scenario in which the Subscription refers to a catalog without the package, which is in a different catalog. */
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
