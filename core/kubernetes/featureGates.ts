/**
 * The Kubernetes minor versions in which a feature gate is off by default. The API server then drops the fields of the
 * feature. Source: kubernetes/kubernetes@b0b89d3b pkg/features/kube_features.go for versions up to 1.33. The states in
 * 1.34 and 1.35 are those of the same file in Kubernetes 1.35, whose commit isn't known. For later versions, the state
 * isn't known.
 */
import type { KubernetesRange } from './kubernetesVersions.ts';

/** The last version in which a gate is off, such as 34 for Kubernetes 1.34. */
const lastOff: Readonly<Record<string, number>> = {
  ClusterTrustBundleProjection: 35,
  ContainerRestartRules: 34,
  CrossNamespaceVolumeDataSource: 35,
  DynamicResourceAllocation: 33,
  EnvFiles: 34,
  GenericWorkload: 35,
  HPAConfigurableTolerance: 34,
  HostnameOverride: 34,
  InPlacePodVerticalScaling: 32,
  MaxUnavailableStatefulSet: 34,
  PodLevelResources: 33,
  SELinuxChangePolicy: 32,
  SupplementalGroupsPolicy: 32,
  VolumeAttributesClass: 33,
};

/** Returns the last version in which a gate is off by default. Returns undefined if it isn't known. */
export function lastVersionOff(gate: string): number | undefined {
  return Object.hasOwn(lastOff, gate) ? lastOff[gate] : undefined;
}

/** Returns whether a gate is off by default in a version of the range. */
export function isOffByDefault(gate: string, { first }: KubernetesRange): boolean {
  return first <= (lastVersionOff(gate) ?? 0);
}
