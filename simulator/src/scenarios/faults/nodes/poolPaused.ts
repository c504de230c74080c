import { createKataConfig, installOperator, untilDone } from '#simulator/scenarios/engine/commonSteps.ts';
import { machineConfigPools } from '#simulator/controllers/framework/resourceNames.ts';
import { createPlatform } from '#simulator/scenarios/initialObjects/platform.ts';
import type { Scenario } from '#simulator/scenarios/engine/scenario.ts';
import { settle, wrongInstall } from '../faultSteps.ts';

const pool = { resource: machineConfigPools, name: 'master' };

/** Scenario in which the updates of a pool were paused and not resumed. */
export const poolPaused: Scenario = wrongInstall(
  'install-pool-paused',
  "Compact cluster of three nodes. Their pool is paused, so Kata isn't installed on any node.",
  {
    objects: (now) => createPlatform({ workers: 0, converged: true, platform: 'BareMetal' }, now),
    prelude: [...installOperator, { patch: pool, with: { spec: { paused: true } } }, createKataConfig(), settle],
    steps: [{ patch: pool, with: { spec: { paused: false } } }, untilDone],
  },
);
