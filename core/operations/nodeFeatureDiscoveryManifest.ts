/**
 * The NodeFeatureDiscovery that labels nodes able to run kata. Source: OSC 1.5 §2.1.2; without the image of that
 * document, which is of another release.
 */
import type { ObjectReference } from '../cluster/objects/objectReference.ts';
import { eligibleLabel } from '../product/nodeLabels.ts';
import type { KubernetesManifest } from './lookups/lookup.ts';
import { nodeFeatureDiscoveryKind } from './lookups/cluster/nodeFeatureDiscovery.ts';

/** The namespace of its operator. */
export const nfdNamespace = 'openshift-nfd';
export const nfdReference: ObjectReference = { ...nodeFeatureDiscoveryKind, name: 'nfd-kata', namespace: nfdNamespace };

/** Virtualization of Intel or of AMD, with the modules of KVM loaded. */
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
