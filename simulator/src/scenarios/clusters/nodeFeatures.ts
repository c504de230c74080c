import { defaultBehaviour } from '#simulator/controllers/framework/behaviour.ts';
import { createKataConfig, installOperator, untilDone } from '../engine/commonSteps.ts';
import { discoverFeatures } from '../engine/nodeFeatureSteps.ts';
import type { Scenario } from '../engine/scenario.ts';
import { createPlatform } from '../initialObjects/platform.ts';
import { twoWorkers } from './twoWorkers.ts';

/** Scenario in which only some nodes are eligible, for different reasons. */
export const nodeFeatures: Scenario = {
  ...twoWorkers,
  name: 'node-features',
  summary:
    "Bare metal, four workers that Node Feature Discovery checked. worker-1 is a VM without VMX, and worker-2 can't load kvm_intel.",
  behaviour: {
    ...defaultBehaviour,
    nodesWithoutVirtualization: ['worker-2'],
    hardware: {
      'worker-0': { security: ['tdx.enabled'] },
      'worker-1': { cpuFlags: ['AESNI', 'AVX', 'HYPERVISOR', 'SSE4', 'SSE42'], modules: ['kvm', 'overlay'] },
      'worker-3': { cpuVendor: 'AMD', cpuFlags: ['AESNI', 'AVX', 'SSE4', 'SSE42', 'SVM'], modules: ['kvm', 'kvm_amd'] },
    },
  },
  objects: (now) => createPlatform({ workers: 4, platform: 'BareMetal' }, now),
  prelude: [discoverFeatures(), ...installOperator, { wait: 60_000 }],
  steps: [createKataConfig({ checkNodeEligibility: true }), untilDone, { wait: 60_000 }],
};
