import { createNamespace, createOperatorGroup, untilInstalled } from '#simulator/scenarios/engine/commonSteps.ts';
import type { Scenario } from '#simulator/scenarios/engine/scenario.ts';
import { subscribeAgain, subscribeWith, theSubscription, untilSubscription, wrongInstall } from '../faultSteps.ts';

/** Old releases leave catalogues. */
export const startingCsvMissing: Scenario = wrongInstall(
  'install-starting-csv-missing',
  'Two workers, the Subscription begins with a release that the catalogue does not have any more',
  {
    prelude: [
      createNamespace,
      createOperatorGroup,
      subscribeWith({ startingCSV: 'sandboxed-containers-operator.v1.4.0' }),
      untilSubscription('ResolutionFailed', 'ConstraintsNotSatisfiable'),
    ],
    steps: [{ delete: theSubscription }, subscribeAgain, untilInstalled],
  },
);
