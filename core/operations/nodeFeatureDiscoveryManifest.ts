/**
 * Defines the NodeFeatureDiscovery that labels nodes able to run Kata. Omits the image that the documentation
 * specifies, because it belongs to another release. Source: OSC 1.5 §2.1.2.
 */
import type { ObjectReference } from '../cluster/objects/objectReference.ts';
import { eligibleLabel } from '../product/nodeLabels.ts';
import type { KubernetesManifest } from './lookups/lookup.ts';
import { nodeFeatureDiscoveryKind } from './lookups/cluster/nodeFeatureDiscovery.ts';

/** Namespace of the Node Feature Discovery Operator. */
export const nfdNamespace = 'openshift-nfd';
export const nfdReference: ObjectReference = { ...nodeFeatureDiscoveryKind, name: 'nfd-kata', namespace: nfdNamespace };

/** Matches Intel or AMD virtualization with loaded KVM modules. */
const nfdRule = `sources:
  custom:
    - name: "${eligibleLabel}"
      matchOn:
        - cpuId: ["SSE4", "VMX"]
          loadedKMod: ["kvm", "kvm_intel"]
        - cpuId: ["SSE4", "SVM"]
          loadedKMod: ["kvm", "kvm_amd"]
`;

export const nfdManifest: KubernetesManifest = {
  apiVersion: 'nfd.openshift.io/v1',
  kind: 'NodeFeatureDiscovery',
  metadata: { name: nfdReference.name, namespace: nfdNamespace },
  spec: { workerConfig: { configData: nfdRule } },
};
