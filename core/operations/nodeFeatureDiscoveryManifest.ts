/**
 * Defines the NodeFeatureDiscovery that labels nodes able to run Kata. Omits the image that the documentation
 * specifies, because it belongs to another release, and doesn't use the documented `matchOn`. Source: OSC 1.5 §2.1.2.
 */
import type { ObjectReference } from '../cluster/objects/objectReference.ts';
import { kataWorkerConfig } from '../product/kataNodeRule.ts';
import type { KubernetesManifest } from './lookups/lookup.ts';
import { nodeFeatureDiscoveryKind } from './lookups/cluster/nodeFeatureDiscovery.ts';

/** Namespace of the Node Feature Discovery Operator. */
export const nfdNamespace = 'openshift-nfd';
export const nfdReference: ObjectReference = { ...nodeFeatureDiscoveryKind, name: 'nfd-kata', namespace: nfdNamespace };

export const nfdManifest: KubernetesManifest = {
  apiVersion: 'nfd.openshift.io/v1',
  kind: 'NodeFeatureDiscovery',
  metadata: { name: nfdReference.name, namespace: nfdNamespace },
  spec: { workerConfig: { configData: kataWorkerConfig } },
};
