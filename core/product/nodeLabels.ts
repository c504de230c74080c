/** Labels of nodes that decide about kata. Sources: domain/01-kataconfig.md 1.2, 1.6, 1.7. */

/** Nodes of the pool with kata: `kata-oc`. The operator sets it. */
export const kataRole = 'node-role.kubernetes.io/kata-oc';

/** Kata goes to workers. */
export const workerRole = 'node-role.kubernetes.io/worker';

/** Where control plane and workers are the same nodes, they are in the pool `master`. */
export const masterRole = 'node-role.kubernetes.io/master';

/**
 * Returns true for a label key that the platform sets or reserves: `node-role.kubernetes.io/worker`,
 * `kubernetes.io/hostname`, `machine.openshift.io/cluster-api-machine`. A selector by such a label can select nodes
 * that no one meant. Source: kubernetes.io/docs/reference/labels-annotations-taints (reserved prefixes `kubernetes.io/`
 * and `k8s.io/`).
 */
export function isPlatformLabel(key: string): boolean {
  const slash = key.indexOf('/');
  const prefix = slash === -1 ? '' : key.slice(0, slash).toLowerCase();
  return platformDomains.some((domain) => prefix === domain || prefix.endsWith(`.${domain}`));
}

const platformDomains = ['kubernetes.io', 'k8s.io', 'openshift.io'];

/** The zone of a node. */
export const zoneLabel = 'topology.kubernetes.io/zone';

/** What all labels of Node Feature Discovery begin with. */
export const featurePrefix = 'feature.node.kubernetes.io/';

/** The label by which checkNodeEligibility chooses nodes; its value is `true`. */
export const eligibleLabel = `${featurePrefix}runtime.kata`;
