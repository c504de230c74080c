import { installOperator, untilInstalled } from '#simulator/scenarios/engine/commonSteps.ts';
import type { Scenario } from '#simulator/scenarios/engine/scenario.ts';
import { settle, subscribeAgain, theCsv, theSubscription, untilSubscription, wrongInstall } from '../faultSteps.ts';

/** Whoever deletes the Subscription alone leaves the operator running. */
export const csvLeftBehind: Scenario = wrongInstall(
  'install-csv-left-behind',
  'Two workers, an earlier uninstall has left the release of the operator behind: a new Subscription cannot be resolved',
  {
    prelude: [...installOperator, { delete: theSubscription }, settle],
    steps: [
      subscribeAgain,
      untilSubscription('ResolutionFailed', 'ConstraintsNotSatisfiable'),
      { delete: theCsv },
      untilInstalled,
    ],
  },
);
