/**
 * Defines the objects that label nodes able to run Kata: a NodeFeatureDiscovery, or a NodeFeatureRule if there already
 * is a NodeFeatureDiscovery. Omits the image that the documentation specifies, because it belongs to another release,
 * and doesn't use the documented `matchOn`. Source: OSC 1.5 §2.1.2.
 */
import type { ObjectReference } from '../cluster/objects/objectReference.ts';
import { kataNodeRule, kataWorkerConfig } from '../product/kataNodeRule.ts';
import type { NodeFeatureGroup } from '../product/nodeFeatureRules.ts';
import type { KubernetesManifest } from './lookups/lookup.ts';
import { nodeFeatureDiscoveryKind } from './lookups/cluster/nodeFeatureDiscovery.ts';

/** Namespace of the Node Feature Discovery Operator. */
const nfdNamespace = 'openshift-nfd';
export const nfdReference: ObjectReference = { ...nodeFeatureDiscoveryKind, name: 'nfd-kata', namespace: nfdNamespace };

export const nfdManifest: KubernetesManifest = {
  apiVersion: 'nfd.openshift.io/v1',
  kind: 'NodeFeatureDiscovery',
  metadata: { name: nfdReference.name, namespace: nfdNamespace },
  spec: { workerConfig: { configData: kataWorkerConfig } },
};

/**
 * Returns the NodeFeatureRule for Kata. A second NodeFeatureDiscovery would conflict with the existing one, because
 * both would own the DaemonSet and ConfigMap `nfd-worker`. Source: openshift/cluster-nfd-operator@ae3288110
 * internal/controllers/nodefeaturediscovery_reconciler.go.
 * @param namespace namespace of the existing NodeFeatureDiscovery
 */
export function createNodeFeatureRule(
  group: NodeFeatureGroup,
  namespace: string,
): { readonly target: ObjectReference; readonly object: KubernetesManifest } {
  const name = nfdReference.name;
  return {
    target: { group, version: 'v1alpha1', plural: 'nodefeaturerules', kind: 'NodeFeatureRule', name, namespace },
    object: {
      apiVersion: `${group}/v1alpha1`,
      kind: 'NodeFeatureRule',
      metadata: { name, namespace },
      spec: { rules: [kataNodeRule] },
    },
  };
}
