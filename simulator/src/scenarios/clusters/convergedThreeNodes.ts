import { defaultBehaviour } from '#simulator/controllers/framework/behaviour.ts';
import { createKataConfig, deleteKataConfig, installOperator, untilDone, untilGone } from '../engine/commonSteps.ts';
import { createPlatform } from '../initialObjects/platform.ts';
import { administrator, type Scenario } from '../engine/scenario.ts';

/** Scenario in which Kata is installed on control plane nodes. */
export const convergedThreeNodes: Scenario = {
  name: 'converged-3-nodes',
  summary: 'Compact cluster of three nodes. Kata is installed on the master pool, and all node selectors are ignored.',
  behaviour: defaultBehaviour,
  user: administrator,
  objects: (now) => createPlatform({ workers: 0, converged: true, platform: 'BareMetal' }, now),
  prelude: installOperator,
  steps: [createKataConfig(), untilDone, { wait: 60_000 }, deleteKataConfig, untilGone],
};
