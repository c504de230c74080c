import {
  createKataConfig,
  deleteKataConfig,
  installOperator,
  untilDone,
  untilGone,
} from '#simulator/scenarios/engine/commonSteps.ts';
import type { Scenario } from '#simulator/scenarios/engine/scenario.ts';
import { removeOperator, subscribeAgain, wrongInstall } from '../faultSteps.ts';

/** The wrong order; the cure is to install the operator again. */
export const operatorGone: Scenario = wrongInstall(
  'uninstall-operator-gone',
  'Two workers with kata; the operator was removed first, and then the KataConfig deleted: nobody finishes it',
  {
    prelude: [...installOperator, createKataConfig(), untilDone, ...removeOperator, deleteKataConfig],
    steps: [subscribeAgain, untilGone],
  },
);
