import { createKataConfig } from '../engine/commonSteps.ts';
import { createPlatform } from '../initialObjects/platform.ts';
import type { Scenario } from '../engine/scenario.ts';
import { twoWorkers } from './twoWorkers.ts';

const controlPlane = 3;

/** @param written the number for readers: asking the system for its words takes longer than all scenarios together */
function manyNodes(count: number, written = String(count)): Scenario {
  return {
    ...twoWorkers,
    name: `nodes-${count}`,
    summary: `${written} nodes, ${controlPlane} of them control plane, the operator installed, no KataConfig yet`,
    objects: (now) => createPlatform({ workers: count - controlPlane, platform: 'BareMetal' }, now),
    steps: [createKataConfig(), { wait: 3_600_000 }],
  };
}

/** Large. */
export const nodes250 = manyNodes(250);

/** As large as OpenShift is allowed to be, and more. */
export const nodes5000 = manyNodes(5000, '5,000');
