import { machineConfigPools } from '#simulator/controllers/framework/resourceNames.ts';
import { createKataConfig, untilDone } from '../engine/commonSteps.ts';
import { manyPods } from '../initialObjects/manyPods.ts';
import { numbered } from '../initialObjects/nodes.ts';
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

const kataPool = { resource: machineConfigPools, name: 'kata-oc' };

/** Scenario of a large cluster with many pods. The nodes install Kata at the same time, because that's faster. */
export const pods20000: Scenario = {
  ...nodes250,
  name: 'nodes-250-pods-20000',
  summary: '250 nodes, including 3 control plane nodes, with Kata installed. 20,000 pods, 5,000 of them Kata pods.',
  prelude: [
    ...nodes250.prelude,
    createKataConfig(),
    { until: { ...kataPool, path: 'metadata.name', is: kataPool.name } },
    { patch: kataPool, with: { spec: { maxUnavailable: 250 } } },
    untilDone,
    { wait: 60_000 },
  ],
  laterObjects: (now) => manyPods(20_000, numbered('worker', 250 - controlPlane), now),
  steps: [{ wait: 60_000 }],
};
