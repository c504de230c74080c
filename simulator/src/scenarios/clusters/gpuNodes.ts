import { gpuLabel, gpuResource } from '#core/product/nodeLabels.ts';
import { getMap } from '#simulator/store/kubeObject.ts';
import * as names from '#simulator/controllers/framework/resourceNames.ts';
import type { Scenario, Seed } from '../engine/scenario.ts';
import { createPlatform } from '../initialObjects/platform.ts';
import { twoWorkers } from './twoWorkers.ts';

/** Adds two GPUs to a node, as the NVIDIA GPU Operator reports them. */
function withGpus({ resource, object }: Seed): Seed {
  const status = getMap(object, 'status');
  const gpus = { [gpuResource]: '2' };
  return {
    resource,
    object: {
      ...object,
      metadata: { ...object.metadata, labels: { ...object.metadata.labels, [gpuLabel]: 'true' } },
      status: {
        ...status,
        allocatable: { ...getMap(status, 'allocatable'), ...gpus },
        capacity: { ...getMap(status, 'capacity'), ...gpus },
      },
    },
  };
}

/** Scenario in which one node has GPUs. */
export const gpuNodes: Scenario = {
  ...twoWorkers,
  name: 'gpu-nodes',
  summary: 'Bare metal, two workers, operator installed, no KataConfig. worker-0 has two NVIDIA GPUs.',
  objects: (now) =>
    createPlatform({ workers: 2, platform: 'BareMetal' }, now).map((seed) =>
      seed.resource === names.nodes && seed.object.metadata.name === 'worker-0' ? withGpus(seed) : seed,
    ),
};
