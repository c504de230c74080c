/** Defines node labels that determine where Kata is installed. Sources: domain/01-kataconfig.md 1.2, 1.6, 1.7. */

/** Label of the nodes in the `kata-oc` pool, where Kata is installed. The operator sets it. */
export const kataRole = 'node-role.kubernetes.io/kata-oc';

/** Label of worker nodes. Kata is installed only on worker nodes. */
export const workerRole = 'node-role.kubernetes.io/worker';

/**
 * Label of control plane nodes. On a compact cluster, the worker nodes are the control plane nodes, in the `master`
 * pool.
 */
export const masterRole = 'node-role.kubernetes.io/master';

/** Label that the NVIDIA GPU Operator sets on nodes with GPUs. Source: NVIDIA/gpu-operator controllers. */
export const gpuLabel = 'nvidia.com/gpu.present';

/** Resource that containers request to get a GPU. */
export const gpuResource = 'nvidia.com/gpu';

/**
 * Returns whether the platform sets or reserves a label key, such as `node-role.kubernetes.io/worker`,
 * `kubernetes.io/hostname`, or `machine.openshift.io/cluster-api-machine`. A selector with such a label can select
 * unintended nodes. Source: kubernetes.io/docs/reference/labels-annotations-taints (reserved prefixes `kubernetes.io/`
 * and `k8s.io/`).
 */
export function isPlatformLabel(key: string): boolean {
  const slash = key.indexOf('/');
  const prefix = slash === -1 ? '' : key.slice(0, slash).toLowerCase();
  return platformDomains.some((domain) => prefix === domain || prefix.endsWith(`.${domain}`));
}

const platformDomains = ['kubernetes.io', 'k8s.io', 'openshift.io'];

/** Label with the zone of a node. */
export const zoneLabel = 'topology.kubernetes.io/zone';

/** Prefix of all Node Feature Discovery labels. */
export const featurePrefix = 'feature.node.kubernetes.io/';

/** Label with which checkNodeEligibility selects nodes. Its value is `true`. */
export const eligibleLabel = `${featurePrefix}runtime.kata`;

/**
 * Label with the progress of an installation by a DaemonSet. The operator and the pods of the DaemonSet set it. Source:
 * openshift/sandboxed-containers-operator@022d5144 controllers/daemonset_reconcile.go.
 */
export const daemonSetInstallLabel = 'kataconfiguration.openshift.io/kata-ds-rpm-install';

/**
 * Label with the progress of the removal of peer pods files by a DaemonSet: `removing` or `removed`. Only the older
 * form of the installer sets it. Source: openshift/sandboxed-containers-operator@5e13985f
 * controllers/daemonset_reconcile.go.
 */
export const daemonSetConfigLabel = 'kataconfiguration.openshift.io/osc-config-sync';

/** Labels of nodes with a TEE, which the operator reads. Node feature rules that users create set them. */
export const intelTeeLabel = 'intel.feature.node.kubernetes.io/tdx';
export const amdTeeLabel = 'amd.feature.node.kubernetes.io/snp';
