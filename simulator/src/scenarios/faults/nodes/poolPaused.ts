import { createKataConfig, installOperator, untilDone } from '#simulator/scenarios/engine/commonSteps.ts';
import { machineConfigPools } from '#simulator/controllers/framework/resourceNames.ts';
import { createPlatform } from '#simulator/scenarios/initialObjects/platform.ts';
import type { Scenario } from '#simulator/scenarios/engine/scenario.ts';
import { settle, wrongInstall } from '../faultSteps.ts';

const pool = { resource: machineConfigPools, name: 'master' };

/** Somebody has paused updates, and forgotten it. */
export const poolPaused: Scenario = wrongInstall(
  'install-pool-paused',
  'Three nodes that are control plane and workers; their pool is paused: kata is asked for, and no node gets it',
  {
    objects: (now) => createPlatform({ workers: 0, converged: true, platform: 'BareMetal' }, now),
    prelude: [...installOperator, { patch: pool, with: { spec: { paused: true } } }, createKataConfig(), settle],
    steps: [{ patch: pool, with: { spec: { paused: false } } }, untilDone],
  },
);
