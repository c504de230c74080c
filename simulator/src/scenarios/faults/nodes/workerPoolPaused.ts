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

/** Nodes go back to the pool that they came from, and that one does nothing. */
export const workerPoolPaused: Scenario = wrongInstall(
  'uninstall-pool-paused',
  'Two workers with kata; the pool worker was paused, and then the KataConfig deleted: no node loses kata',
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
