import {
  createKataConfig,
  deleteKataConfig,
  installOperator,
  untilDone,
  untilGone,
} from '#simulator/scenarios/engine/commonSteps.ts';
import type { Scenario } from '#simulator/scenarios/engine/scenario.ts';
import { removeOperator, subscribeAgain, wrongInstall } from '../faultSteps.ts';

/** Scenario of an uninstall in the wrong order. Installing the operator again fixes it. */
export const operatorGone: Scenario = wrongInstall(
  'uninstall-operator-gone',
  'Two workers with Kata installed. The operator was removed before the KataConfig was deleted, so the deletion never finishes.',
  {
    prelude: [...installOperator, createKataConfig(), untilDone, ...removeOperator, deleteKataConfig],
    steps: [subscribeAgain, untilGone],
  },
);
