import { machineConfigPools } from '#simulator/controllers/framework/resourceNames.ts';
import {
  createKataConfig,
  deleteKataConfig,
  installOperator,
  untilDone,
  untilGone,
} from '#simulator/scenarios/engine/commonSteps.ts';
import type { Scenario } from '#simulator/scenarios/engine/scenario.ts';
import { settle, wrongInstall } from '../faultSteps.ts';

const pool = { resource: machineConfigPools, name: 'worker' };

/**
 * Scenario in which an uninstall is stuck. The nodes return to their original pool, which doesn't update them because
 * it's paused.
 */
export const workerPoolPaused: Scenario = wrongInstall(
  'uninstall-pool-paused',
  "Two workers with Kata installed. The worker pool was paused before the KataConfig was deleted, so Kata isn't uninstalled.",
  {
    prelude: [
      ...installOperator,
      createKataConfig(),
      untilDone,
      { patch: pool, with: { spec: { paused: true } } },
      settle,
      deleteKataConfig,
      settle,
    ],
    steps: [{ patch: pool, with: { spec: { paused: false } } }, untilGone],
  },
);
