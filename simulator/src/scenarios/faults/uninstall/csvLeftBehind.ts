import { installOperator, untilInstalled } from '#simulator/scenarios/engine/commonSteps.ts';
import type { Scenario } from '#simulator/scenarios/engine/scenario.ts';
import { settle, subscribeAgain, theCsv, theSubscription, untilSubscription, wrongInstall } from '../faultSteps.ts';

/** Scenario in which only the Subscription was deleted. The operator then keeps running. */
export const csvLeftBehind: Scenario = wrongInstall(
  'install-csv-left-behind',
  "Two workers. A CSV remains from an earlier uninstall, so OLM can't resolve the new subscription.",
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
