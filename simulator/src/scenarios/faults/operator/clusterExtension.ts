import { createPlatform } from '#simulator/scenarios/initialObjects/platform.ts';
import type { Scenario } from '#simulator/scenarios/engine/scenario.ts';
import { wrongInstall } from '../faultSteps.ts';

/** Two managers of one operator get in each other's way. */
export const clusterExtension: Scenario = wrongInstall(
  'install-olm-v1',
  'Two workers, the operator has been installed as a ClusterExtension of OLM v1: a Subscription would get in its way',
  {
    objects: (now) => createPlatform({ workers: 2, platform: 'BareMetal', clusterExtension: true }, now),
    prelude: [],
    steps: [],
  },
);
