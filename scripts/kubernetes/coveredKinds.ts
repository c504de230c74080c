/** The kinds whose fields the tables describe, with the Go packages that define them. */

/** A kind of the tables. */
export interface CoveredKind {
  /** As in manifests, such as `apps/v1`. */
  readonly apiVersion: string;
  readonly kind: string;
  /** The import path of the Go package. */
  readonly package: string;
}

const kubernetes = 'k8s.io/api';
const openShift = 'github.com/openshift/api';

/** All kinds of the tables. */
export const coveredKinds: readonly CoveredKind[] = [
  ...inPackage(`${kubernetes}/core/v1`, 'v1', [
    'Pod',
    'ReplicationController',
    'PodTemplate',
    'Service',
    'ConfigMap',
    'Secret',
    'ServiceAccount',
    'Namespace',
    'PersistentVolumeClaim',
    'LimitRange',
    'ResourceQuota',
  ]),
  ...inPackage(`${kubernetes}/apps/v1`, 'apps/v1', ['Deployment', 'StatefulSet', 'DaemonSet', 'ReplicaSet']),
  ...inPackage(`${kubernetes}/batch/v1`, 'batch/v1', ['Job', 'CronJob']),
  ...inPackage(`${kubernetes}/networking/v1`, 'networking.k8s.io/v1', ['NetworkPolicy', 'Ingress']),
  ...inPackage(`${kubernetes}/policy/v1`, 'policy/v1', ['PodDisruptionBudget']),
  ...inPackage(`${kubernetes}/rbac/v1`, 'rbac.authorization.k8s.io/v1', [
    'Role',
    'RoleBinding',
    'ClusterRole',
    'ClusterRoleBinding',
  ]),
  ...inPackage(`${kubernetes}/node/v1`, 'node.k8s.io/v1', ['RuntimeClass']),
  ...inPackage(`${kubernetes}/scheduling/v1`, 'scheduling.k8s.io/v1', ['PriorityClass']),
  ...inPackage(`${kubernetes}/admissionregistration/v1`, 'admissionregistration.k8s.io/v1', [
    'MutatingWebhookConfiguration',
    'ValidatingWebhookConfiguration',
  ]),
  ...inPackage(`${kubernetes}/autoscaling/v1`, 'autoscaling/v1', ['HorizontalPodAutoscaler']),
  ...inPackage(`${kubernetes}/autoscaling/v2`, 'autoscaling/v2', ['HorizontalPodAutoscaler']),
  ...inPackage(`${openShift}/apps/v1`, 'apps.openshift.io/v1', ['DeploymentConfig']),
  ...inPackage(`${openShift}/route/v1`, 'route.openshift.io/v1', ['Route']),
  ...inPackage(`${openShift}/machineconfiguration/v1`, 'machineconfiguration.openshift.io/v1', [
    'MachineConfigPool',
    'MachineConfig',
    'KubeletConfig',
  ]),
];

/** The other kinds that the simulator serves. The language server doesn't load their tables. */
export const simulatedKinds: readonly CoveredKind[] = [
  ...inPackage(`${kubernetes}/core/v1`, 'v1', ['Node', 'Endpoints', 'Event', 'PersistentVolume']),
  ...inPackage(`${kubernetes}/coordination/v1`, 'coordination.k8s.io/v1', ['Lease']),
  ...inPackage(`${kubernetes}/storage/v1`, 'storage.k8s.io/v1', ['StorageClass']),
  ...inPackage('k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1', 'apiextensions.k8s.io/v1', [
    'CustomResourceDefinition',
  ]),
  ...inPackage('k8s.io/kube-aggregator/pkg/apis/apiregistration/v1', 'apiregistration.k8s.io/v1', ['APIService']),
  ...inPackage(`${kubernetes}/authorization/v1`, 'authorization.k8s.io/v1', [
    'SelfSubjectAccessReview',
    'SelfSubjectRulesReview',
    'SubjectAccessReview',
    'LocalSubjectAccessReview',
  ]),
  ...inPackage(`${kubernetes}/authentication/v1`, 'authentication.k8s.io/v1', ['TokenReview']),
];

/** The kinds whose fields the simulator knows. It reads the kinds of OpenShift from their CRDs. */
export const kindsInSimulator: readonly CoveredKind[] = [
  ...coveredKinds.filter(({ package: importPath }) => importPath.startsWith(kubernetes)),
  ...simulatedKinds,
];

/**
 * Returns the name of a package in the tables, such as `core.v1`. Kubernetes and OpenShift both have a package
 * `apps/v1` with a type DeploymentStrategy.
 */
export function packageName(importPath: string): string {
  const name = importPath.split('/').slice(-2).join('.');
  return importPath === `${openShift}/apps/v1` ? `openshift-${name}` : name;
}

function inPackage(importPath: string, apiVersion: string, kinds: readonly string[]): readonly CoveredKind[] {
  return kinds.map((kind) => ({ apiVersion, kind, package: importPath }));
}
