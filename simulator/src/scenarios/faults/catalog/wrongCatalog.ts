import { createNamespace, createOperatorGroup, untilInstalled } from '#simulator/scenarios/engine/commonSteps.ts';
import type { Scenario } from '#simulator/scenarios/engine/scenario.ts';
import { subscribeAgain, subscribeWith, theSubscription, untilSubscription, wrongInstall } from '../faultSteps.ts';

/** The package is in another catalogue. */
export const wrongCatalog: Scenario = wrongInstall(
  'install-wrong-catalogue',
  'Two workers, the Subscription names a catalogue that does not have the package',
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
