import { defaultBehaviour } from '#simulator/controllers/framework/behaviour.ts';
import { createKataConfig, deleteKataConfig, installOperator, untilDone, untilGone } from '../engine/commonSteps.ts';
import { createPlatform } from '../initialObjects/platform.ts';
import { administrator, type Scenario } from '../engine/scenario.ts';

/** Scenario of the cluster that the status tables in the documentation describe. */
export const twoWorkers: Scenario = {
  name: 'two-workers',
  summary:
    'Bare metal, two workers, operator installed, no KataConfig. The status tables in the documentation describe this cluster.',
  behaviour: defaultBehaviour,
  user: administrator,
  objects: (now) => createPlatform({ workers: 2, platform: 'BareMetal' }, now),
  prelude: installOperator,
  steps: [createKataConfig(), untilDone, { wait: 60_000 }, deleteKataConfig, untilGone],
};
