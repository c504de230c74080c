import { discoverFeatures, olderWorkerConfig } from '../engine/nodeFeatureSteps.ts';
import type { Scenario } from '../engine/scenario.ts';
import { createPlatform } from '../initialObjects/platform.ts';
import { twoWorkers } from './twoWorkers.ts';

/** Scenario of the last OpenShift version in which rules with `matchOn` have an effect. */
export const openShift414: Scenario = {
  ...twoWorkers,
  name: 'openshift-4-14',
  summary:
    'Bare metal, OpenShift 4.14, two workers that Node Feature Discovery labeled with a matchOn rule. The catalog offers OSC 1.5.',
  objects: (now) => createPlatform({ workers: 2, platform: 'BareMetal', openShift: '4.14.40' }, now),
  prelude: [discoverFeatures(olderWorkerConfig), { wait: 60_000 }],
  steps: [],
};
