import { createPlatform } from '#simulator/scenarios/initialObjects/platform.ts';
import type { Scenario } from '#simulator/scenarios/engine/scenario.ts';
import { wrongInstall } from '../faultSteps.ts';

/**
 * Scenario in which OLM v1 already manages the operator. A second manager of the same operator conflicts with the
 * first.
 */
export const clusterExtension: Scenario = wrongInstall(
  'install-olm-v1',
  'Two workers, operator installed as a ClusterExtension with OLM v1. A subscription would conflict with it.',
  {
    objects: (now) => createPlatform({ workers: 2, platform: 'BareMetal', clusterExtension: true }, now),
    prelude: [],
    steps: [],
  },
);
