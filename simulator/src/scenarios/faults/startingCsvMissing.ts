import { createNamespace, createOperatorGroup, untilInstalled } from '../actions.ts';
import type { Scenario } from '../scenario.ts';
import { subscribeAgain, subscribeWith, theSubscription, untilSubscription, wrongInstall } from './parts.ts';

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
