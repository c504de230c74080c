import { nodeFeatureDiscoveries } from '#simulator/controllers/framework/resourceNames.ts';
import type { Scenario } from '../engine/scenario.ts';
import { createPlatform } from '../initialObjects/platform.ts';
import { twoWorkers } from './twoWorkers.ts';

/** The documented rule, with `matchOn`. Source: OSC 1.5 §2.1.2. */
const configData = `sources:
  custom:
    - name: "feature.node.kubernetes.io/runtime.kata"
      matchOn:
        - cpuId: ["SSE4", "VMX"]
          loadedKMod: ["kvm", "kvm_intel"]
        - cpuId: ["SSE4", "SVM"]
          loadedKMod: ["kvm", "kvm_amd"]
`;

/** Scenario of the last OpenShift version in which rules with `matchOn` have an effect. */
export const openShift414: Scenario = {
  ...twoWorkers,
  name: 'openshift-4-14',
  summary:
    'Bare metal, OpenShift 4.14, two workers that Node Feature Discovery labeled with a matchOn rule, no catalog.',
  objects: (now) =>
    createPlatform(
      {
        workers: 2,
        platform: 'BareMetal',
        openShift: '4.14.40',
        catalogues: false,
      },
      now,
    ),
  prelude: [
    {
      resource: nodeFeatureDiscoveries,
      create: {
        apiVersion: 'nfd.openshift.io/v1',
        kind: 'NodeFeatureDiscovery',
        metadata: { name: 'nfd-instance', namespace: 'openshift-nfd' },
        spec: { workerConfig: { configData } },
      },
    },
    { wait: 60_000 },
  ],
  steps: [],
};
