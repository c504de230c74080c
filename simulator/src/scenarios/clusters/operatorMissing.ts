import { createKataConfig, installOperator, untilDone } from '../engine/commonSteps.ts';
import type { Scenario } from '../engine/scenario.ts';
import { twoWorkers } from './twoWorkers.ts';

/** Where everybody begins. */
export const operatorMissing: Scenario = {
  ...twoWorkers,
  name: 'operator-missing',
  summary: 'Bare metal, two workers, nothing installed: the cluster knows no KataConfig',
  prelude: [],
  steps: [...installOperator, createKataConfig(), untilDone],
};
