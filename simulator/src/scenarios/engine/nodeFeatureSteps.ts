/** Defines, as data, the steps of scenarios with Node Feature Discovery. */
import { kataWorkerConfig } from '#core/product/kataNodeRule.ts';
import { nodeFeatureDiscoveries } from '#simulator/controllers/framework/resourceNames.ts';
import type { ScenarioStep } from './scenario.ts';

/** The documented rule, with `matchOn`. Source: OSC 1.5 §2.1.2. */
export const olderWorkerConfig = `sources:
  custom:
    - name: "feature.node.kubernetes.io/runtime.kata"
      matchOn:
        - cpuId: ["SSE4", "VMX"]
          loadedKMod: ["kvm", "kvm_intel"]
        - cpuId: ["SSE4", "SVM"]
          loadedKMod: ["kvm", "kvm_amd"]
`;

/** Creates a NodeFeatureDiscovery with the rule for Kata. */
export function discoverFeatures(configData = kataWorkerConfig): ScenarioStep {
  return {
    resource: nodeFeatureDiscoveries,
    create: {
      apiVersion: 'nfd.openshift.io/v1',
      kind: 'NodeFeatureDiscovery',
      metadata: { name: 'nfd-instance', namespace: 'openshift-nfd' },
      spec: { workerConfig: { configData } },
    },
  };
}
