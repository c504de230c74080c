import { createKataConfig, installOperator, untilDone } from '../engine/commonSteps.ts';
import type { Scenario } from '../engine/scenario.ts';
import { twoWorkers } from './twoWorkers.ts';

/** Scenario of a cluster without the operator, which is the starting point of every installation. */
export const operatorMissing: Scenario = {
  ...twoWorkers,
  name: 'operator-missing',
  summary: "Bare metal, two workers, operator not installed, so the KataConfig CRD doesn't exist.",
  prelude: [],
  steps: [...installOperator, createKataConfig(), untilDone],
};
