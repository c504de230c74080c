import { createNamespace, createOperatorGroup, untilInstalled } from '#simulator/scenarios/engine/commonSteps.ts';
import type { Scenario } from '#simulator/scenarios/engine/scenario.ts';
import { subscribeAgain, subscribeWith, theSubscription, untilSubscription, wrongInstall } from '../faultSteps.ts';

/** Scenario in which the Subscription refers to an old release. Old releases are removed from catalogs. */
export const startingCsvMissing: Scenario = wrongInstall(
  'install-starting-csv-missing',
  'Two workers. The starting CSV of the subscription is no longer in the catalog.',
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
