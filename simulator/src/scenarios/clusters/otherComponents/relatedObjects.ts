import { deleteKataConfig, untilGone } from '#simulator/scenarios/engine/commonSteps.ts';
import type { Scenario } from '#simulator/scenarios/engine/scenario.ts';
import { relatedObjects } from '#simulator/scenarios/initialObjects/relatedObjects.ts';
import { twoWorkersInstalled } from '../twoWorkersInstalled.ts';

/** Scenario in which Kata is healthy, and objects of other components have good, bad, and malformed conditions. */
export const relatedObjectsScenario: Scenario = {
  ...twoWorkersInstalled,
  name: 'related-objects',
  summary:
    'Two workers with Kata installed, Trustee, mirror sets, and installer Jobs. The ClusterOperator machine-config is degraded.',
  laterObjects: relatedObjects,
  steps: [deleteKataConfig, untilGone],
};
