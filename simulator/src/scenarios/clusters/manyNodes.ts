import { createKataConfig } from '../engine/commonSteps.ts';
import { createPlatform } from '../initialObjects/platform.ts';
import type { Scenario } from '../engine/scenario.ts';
import { twoWorkers } from './twoWorkers.ts';

const controlPlane = 3;

/**
 * Creates a scenario with many nodes.
 * @param written the number as displayed, because formatting it with the locale of the system takes longer than all
 *   scenarios together
 */
function manyNodes(count: number, written = String(count)): Scenario {
  return {
    ...twoWorkers,
    name: `nodes-${count}`,
    summary: `${written} nodes, including ${controlPlane} control plane nodes, operator installed, no KataConfig.`,
    objects: (now) => createPlatform({ workers: count - controlPlane, platform: 'BareMetal' }, now),
    steps: [createKataConfig(), { wait: 3_600_000 }],
  };
}

/** Scenario of a large cluster. */
export const nodes250 = manyNodes(250);

/** Scenario of a cluster that is larger than the maximum that OpenShift supports. */
export const nodes5000 = manyNodes(5000, '5,000');
