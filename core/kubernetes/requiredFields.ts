/**
 * Lists the fields that every API server requires. The list is maintained manually, because the markers in the
 * Kubernetes sources and the OpenAPI documents differ from the validation. Source: the verdicts of kube-apiserver
 * 1.20.2 on objects without these fields (test/contract/manifests/mutations). For the types of `core.v1`, also
 * kubernetes/kubernetes@000f2605 pkg/apis/core/validation/validation.go.
 */
import { findSandboxRequirements } from './agentSandboxTypes.ts';

/** The required fields by object type, such as `core.v1.EnvVar`. */
export const requiredFields: Readonly<Record<string, readonly string[]>> = {
  'admissionregistration.v1.MutatingWebhook': ['name', 'admissionReviewVersions', 'sideEffects', 'clientConfig'],
  'admissionregistration.v1.RuleWithOperations': ['apiGroups', 'apiVersions', 'operations', 'resources'],
  'admissionregistration.v1.ServiceReference': ['name', 'namespace'],
  'admissionregistration.v1.ValidatingWebhook': ['name', 'admissionReviewVersions', 'sideEffects', 'clientConfig'],
  'autoscaling.v2.CrossVersionObjectReference': ['kind', 'name'],
  'autoscaling.v2.HPAScalingPolicy': ['type', 'value', 'periodSeconds'],
  'autoscaling.v2.HorizontalPodAutoscalerSpec': ['maxReplicas', 'scaleTargetRef'],
  'autoscaling.v2.MetricIdentifier': ['name'],
  'autoscaling.v2.MetricSpec': ['type'],
  'autoscaling.v2.MetricTarget': ['type'],
  'autoscaling.v2.PodsMetricSource': ['metric', 'target'],
  'autoscaling.v2.ResourceMetricSource': ['name', 'target'],
  'core.v1.CSIVolumeSource': ['driver'],
  'core.v1.ConfigMapEnvSource': ['name'],
  'core.v1.ConfigMapKeySelector': ['name', 'key'],
  'core.v1.ConfigMapVolumeSource': ['name'],
  'core.v1.ContainerPort': ['containerPort'],
  'core.v1.EnvVar': ['name'],
  'core.v1.ExecAction': ['command'],
  'core.v1.GRPCAction': ['port'],
  'core.v1.HTTPGetAction': ['port'],
  'core.v1.HostPathVolumeSource': ['path'],
  'core.v1.KeyToPath': ['key', 'path'],
  'core.v1.LimitRangeItem': ['type'],
  'core.v1.NFSVolumeSource': ['server', 'path'],
  'core.v1.NodeSelectorRequirement': ['key', 'operator'],
  'core.v1.ObjectFieldSelector': ['fieldPath'],
  'core.v1.PersistentVolumeClaimSpec': ['accessModes', 'resources'],
  'core.v1.PersistentVolumeClaimVolumeSource': ['claimName'],
  'core.v1.PodAffinityTerm': ['topologyKey'],
  'core.v1.PreferredSchedulingTerm': ['weight'],
  'core.v1.ResourceFieldSelector': ['resource'],
  'core.v1.ScopedResourceSelectorRequirement': ['scopeName', 'operator'],
  'core.v1.SeccompProfile': ['type'],
  'core.v1.SecretEnvSource': ['name'],
  'core.v1.SecretKeySelector': ['name', 'key'],
  'core.v1.SecretVolumeSource': ['secretName'],
  'core.v1.ServiceAccountTokenProjection': ['path'],
  'core.v1.ServicePort': ['port'],
  'core.v1.Sysctl': ['name'],
  'core.v1.TCPSocketAction': ['port'],
  'core.v1.TopologySpreadConstraint': ['maxSkew', 'topologyKey', 'whenUnsatisfiable'],
  'core.v1.Volume': ['name'],
  'core.v1.VolumeDevice': ['name', 'devicePath'],
  'core.v1.VolumeMount': ['name', 'mountPath'],
  'core.v1.WeightedPodAffinityTerm': ['weight', 'podAffinityTerm'],
  'meta.v1.LabelSelectorRequirement': ['key', 'operator'],
  'networking.v1.HTTPIngressPath': ['pathType', 'backend'],
  'networking.v1.IPBlock': ['cidr'],
  'networking.v1.IngressServiceBackend': ['name', 'port'],
  'node.v1.RuntimeClass': ['handler'],
  'rbac.v1.ClusterRoleBinding': ['roleRef'],
  'rbac.v1.PolicyRule': ['verbs'],
  'rbac.v1.RoleBinding': ['roleRef'],
  'rbac.v1.RoleRef': ['kind', 'name'],
  'rbac.v1.Subject': ['kind', 'name'],
};

/** Object types that require one of several fields. */
export const alternativeFields: Readonly<Record<string, readonly string[]>> = {
  'admissionregistration.v1.WebhookClientConfig': ['service', 'url'],
  'core.v1.EnvFromSource': ['configMapRef', 'secretRef'],
  'core.v1.EnvVarSource': ['fieldRef', 'resourceFieldRef', 'configMapKeyRef', 'secretKeyRef', 'fileKeyRef'],
  'core.v1.LifecycleHandler': ['exec', 'httpGet', 'tcpSocket', 'sleep'],
  'core.v1.Probe': ['exec', 'httpGet', 'tcpSocket', 'grpc'],
  'networking.v1.IngressBackend': ['service', 'resource'],
  'networking.v1.NetworkPolicyPeer': ['podSelector', 'namespaceSelector', 'ipBlock'],
};

/** Returns the fields that an object type requires. Returns undefined if it requires none. */
export function findRequiredFields(type: string): readonly string[] | undefined {
  return Object.hasOwn(requiredFields, type) ? requiredFields[type] : findSandboxRequirements(type);
}
